import { Route, Routes } from 'react-router'
import { MostradorNotFoundPage } from '../layout/not-found-page.tsx'
import { RecuperarPage } from './recuperar-page.tsx'
import { RecuperarTokenPage } from './recuperar-token-page.tsx'

/** The pages for a forgotten password, without a session: in a file of their own, which is rarely loaded. */
export default function RecuperarRoutes() {
  return (
    <Routes>
      <Route index element={<RecuperarPage />} />
      <Route path=":token" element={<RecuperarTokenPage />} />
      <Route path="*" element={<MostradorNotFoundPage />} />
    </Routes>
  )
}
