import { Routes } from '../../ui/routes.tsx'
import { RecuperarPage } from './recuperar-page.tsx'
import { RecuperarTokenPage } from './recuperar-token-page.tsx'

/** A forgotten password, without a session: a file of its own, which hardly anybody loads. */
export default function RecuperarRoutes() {
  return (
    <Routes
      table={{
        '/mostrador/recuperar': <RecuperarPage />,
        '/mostrador/recuperar/:token': <RecuperarTokenPage />,
      }}
    />
  )
}
