import { Route, Routes } from 'react-router'
import { MostradorNotFoundPage } from '../layout/not-found-page.tsx'
import { CuentaPage } from './cuenta-page.tsx'
import { CuentasPage } from './cuentas-page.tsx'

/**
 * The pages below /mostrador/cuentas-corrientes: in a file of their own, which is loaded when one of them is
 * opened.
 */
export default function CuentasCorrientesRoutes() {
  return (
    <Routes>
      <Route index element={<CuentasPage />} />
      <Route path=":id" element={<CuentaPage />} />
      <Route path="*" element={<MostradorNotFoundPage />} />
    </Routes>
  )
}
