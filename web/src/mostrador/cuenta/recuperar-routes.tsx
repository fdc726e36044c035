import { Route, Routes } from 'react-router'
import { RecuperarPage } from './recuperar-page.tsx'
import { RecuperarTokenPage } from './recuperar-token-page.tsx'

/** A forgotten password, without a session: a file of its own, which is rarely loaded. */
export default function RecuperarRoutes() {
  return (
    <Routes>
      <Route index element={<RecuperarPage />} />
      <Route path=":token" element={<RecuperarTokenPage />} />
    </Routes>
  )
}
