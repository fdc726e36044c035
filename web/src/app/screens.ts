import type { Screen } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { ComponentType } from 'react'
import { HomeRoute } from './home-route.tsx'
import { screen } from './screen.ts'

/** The screen of each route; Home's is in the first bundle. A missing screen does not compile. */
export const SCREENS: Readonly<Record<Screen, ComponentType>> = {
  'app/home-route': HomeRoute,
  'app/archivo-route': screen(async () => (await import('./archivo-route.tsx')).ArchivoRoute),
  'app/logout-route': screen(async () => (await import('./logout-route.tsx')).LogoutRoute),
  'app/logro-route': screen(async () => (await import('./logro-route.tsx')).LogroCompraGratis),
  'app/pedido-route': screen(async () => (await import('./pedido-route.tsx')).PedidoRoute),
  'app/perfil-route': screen(async () => (await import('./perfil-route.tsx')).PerfilRoute),
  'canje-puntos/canje-page': screen(async () => (await import('../canje-puntos/canje-page.tsx')).CanjePage),
  'codigo/codigo-page': screen(async () => (await import('../codigo/codigo-page.tsx')).CodigoPage),
  'cuenta/activar': screen(async () => (await import('../cuenta/activate.tsx')).Activate),
  'cuenta/confirmar-correo': screen(async () => (await import('../cuenta/confirm-correo.tsx')).ConfirmCorreo),
  'cuenta/login': screen(async () => (await import('../cuenta/login.tsx')).Login),
  'cuenta/recuperar': screen(async () => (await import('../cuenta/recuperar.tsx')).Recuperar),
  'cuenta/recuperar-token': screen(
    async () => (await import('../cuenta/recuperar-token.tsx')).RecuperarToken,
  ),
  'cuenta/registro': screen(async () => (await import('../cuenta/registro.tsx')).RegistroPage),
  'cupon/cupon-page': screen(async () => (await import('../cupon/cupon-page.tsx')).CuponPage),
  'facturar/facturar-page': screen(async () => (await import('../facturar/facturar-page.tsx')).FacturarPage),
  'legal/arrepentimiento': screen(async () => (await import('../legal/arrepentimiento.tsx')).Arrepentimiento),
  'legal/baja': screen(async () => (await import('../legal/baja.tsx')).Baja),
  'legal/privacidad': screen(async () => (await import('../legal/privacidad.tsx')).Privacidad),
  'legal/terminos': screen(async () => (await import('../legal/terminos.tsx')).Terminos),
  'pago-simulado/pago-simulado-page': screen(
    async () => (await import('../pago-simulado/pago-simulado-page.tsx')).PagoSimuladoPage,
  ),
  'pedido-estado/mi-pedido': screen(async () => (await import('../pedido-estado/mi-pedido.tsx')).MiPedido),
  'pedido/celular/subir-page': screen(
    async () => (await import('../pedido/celular/subir-page.tsx')).SubirPage,
  ),
  'pedido/paso1/paso1': screen(async () => (await import('../pedido/paso1/paso1.tsx')).Paso1),
  'pedido/paso2/paso2': screen(async () => (await import('../pedido/paso2/paso2.tsx')).Paso2),
  'pedido/paso3/paso3': screen(async () => (await import('../pedido/paso3/paso3.tsx')).Paso3),
  'pedido/presupuesto/presupuesto-page': screen(
    async () => (await import('../pedido/presupuesto/presupuesto-page.tsx')).PresupuestoPage,
  ),
  'productos/producto-page': screen(
    async () => (await import('../productos/producto-page.tsx')).ProductoDetalle,
  ),
  'ruleta/ruleta-page': screen(async () => (await import('../ruleta/ruleta-page.tsx')).RuletaPage),
}
