import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { CustomersOnly, GuestsOnly } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const Registro = lazy(async () => ({ default: (await import('../cuenta/registro.tsx')).Registro }))
const Activar = lazy(async () => ({ default: (await import('../cuenta/activar.tsx')).Activar }))
const Login = lazy(async () => ({ default: (await import('../cuenta/login.tsx')).Login }))
const Logout = lazy(async () => ({ default: (await import('../cuenta/logout.tsx')).Logout }))
const Recuperar = lazy(async () => ({ default: (await import('../cuenta/recuperar.tsx')).Recuperar }))
const RecuperarToken = lazy(async () => ({
  default: (await import('../cuenta/recuperar-token.tsx')).RecuperarToken,
}))
const FacturarPage = lazy(async () => ({
  default: (await import('../facturar/facturar-page.tsx')).FacturarPage,
}))
const Arrepentimiento = lazy(async () => ({
  default: (await import('../legal/arrepentimiento.tsx')).Arrepentimiento,
}))
const Terminos = lazy(async () => ({ default: (await import('../legal/terminos.tsx')).Terminos }))
const Privacidad = lazy(async () => ({ default: (await import('../legal/privacidad.tsx')).Privacidad }))
const Baja = lazy(async () => ({ default: (await import('../legal/baja.tsx')).Baja }))
// ProductoDetalle (spec section 2)
const ProductoPage = lazy(async () => ({
  default: (await import('../productos/producto-page.tsx')).ProductoPage,
}))
const PerfilRoute = lazy(async () => ({ default: (await import('./perfil-route.tsx')).PerfilRoute }))

/** The routes that the first load can do without, and what there is not. */
export function OtherRoutes() {
  return (
    <Routes>
      <Route element={<GuestsOnly />}>
        <Route path="registro" element={<Registro />} />
        <Route path="activar/:token" element={<Activar />} />
        <Route path="login" element={<Login />} />
      </Route>
      <Route element={<CustomersOnly />}>
        <Route path="perfil" element={<PerfilRoute />} />
        <Route path="logout" element={<Logout />} />
      </Route>
      <Route path="producto/:pk" element={<ProductoPage />} />
      <Route path="facturar" element={<FacturarPage />} />
      <Route path="recuperar" element={<Recuperar />} />
      <Route path="recuperar/:token" element={<RecuperarToken />} />
      <Route path="arrepentimiento" element={<Arrepentimiento />} />
      <Route path="terminos" element={<Terminos />} />
      <Route path="privacidad" element={<Privacidad />} />
      <Route path="baja" element={<Baja />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
