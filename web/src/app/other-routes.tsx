import { Route, Routes } from 'react-router'
import { CustomersOnly, GuestsOnly } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { screen } from './screen.ts'

const Registro = screen(async () => (await import('../cuenta/registro.tsx')).Registro)
const Activar = screen(async () => (await import('../cuenta/activar.tsx')).Activar)
const Login = screen(async () => (await import('../cuenta/login.tsx')).Login)
const Logout = screen(async () => (await import('../cuenta/logout.tsx')).Logout)
const Recuperar = screen(async () => (await import('../cuenta/recuperar.tsx')).Recuperar)
const RecuperarToken = screen(async () => (await import('../cuenta/recuperar-token.tsx')).RecuperarToken)
const FacturarPage = screen(async () => (await import('../facturar/facturar-page.tsx')).FacturarPage)
const Arrepentimiento = screen(async () => (await import('../legal/arrepentimiento.tsx')).Arrepentimiento)
const Terminos = screen(async () => (await import('../legal/terminos.tsx')).Terminos)
const Privacidad = screen(async () => (await import('../legal/privacidad.tsx')).Privacidad)
const Baja = screen(async () => (await import('../legal/baja.tsx')).Baja)
// ProductoDetalle (spec section 2)
const ProductoPage = screen(async () => (await import('../productos/producto-page.tsx')).ProductoPage)
const PerfilRoute = screen(async () => (await import('./perfil-route.tsx')).PerfilRoute)

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
