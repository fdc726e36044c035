import { Routes } from '../ui/routes.tsx'
import { CustomersOnly, GuestsOnly } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { screen } from './screen.ts'

const Registro = screen(async () => (await import('../cuenta/registro.tsx')).Registro)
const Activar = screen(async () => (await import('../cuenta/activar.tsx')).Activar)
const Login = screen(async () => (await import('../cuenta/login.tsx')).Login)
const LogoutRoute = screen(async () => (await import('./logout-route.tsx')).LogoutRoute)
const Recuperar = screen(async () => (await import('../cuenta/recuperar.tsx')).Recuperar)
const RecuperarToken = screen(async () => (await import('../cuenta/recuperar-token.tsx')).RecuperarToken)
const ConfirmarCorreo = screen(async () => (await import('../cuenta/confirmar-correo.tsx')).ConfirmarCorreo)
const FacturarPage = screen(async () => (await import('../facturar/facturar-page.tsx')).FacturarPage)
const ArchivoRoute = screen(async () => (await import('./archivo-route.tsx')).ArchivoRoute)
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
    <Routes
      table={{
        '/registro': (
          <GuestsOnly>
            <Registro />
          </GuestsOnly>
        ),
        '/activar/:token': (
          <GuestsOnly>
            <Activar />
          </GuestsOnly>
        ),
        '/login': (
          <GuestsOnly>
            <Login />
          </GuestsOnly>
        ),
        '/perfil': (
          <CustomersOnly>
            <PerfilRoute />
          </CustomersOnly>
        ),
        '/logout': (
          <CustomersOnly>
            <LogoutRoute />
          </CustomersOnly>
        ),
        '/producto/:pk': <ProductoPage />,
        '/pedido/:id/archivo/:n': <ArchivoRoute />,
        '/facturar': <FacturarPage />,
        '/recuperar': <Recuperar />,
        '/recuperar/:token': <RecuperarToken />,
        '/confirmar-correo/:token': <ConfirmarCorreo />,
        '/arrepentimiento': <Arrepentimiento />,
        '/terminos': <Terminos />,
        '/privacidad': <Privacidad />,
        '/baja': <Baja />,
        '/*': <NotFoundPage />,
      }}
    />
  )
}
