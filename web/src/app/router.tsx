import { BrowserRouter, Route, Routes, useLocation } from 'react-router'
import { HomePage } from '../home/home-page.tsx'
import { mayHaveCarrito } from '../pedido/carrito-key.ts'
import { Layout } from './layout.tsx'
import { screen } from './screen.ts'

const SeguirPedido = screen(async () => (await import('../pedido/seguir-pedido.tsx')).SeguirPedido)
const PedidoFrame = screen(async () => (await import('../pedido/frame.tsx')).PedidoFrame)
const Paso1 = screen(async () => (await import('../pedido/paso1.tsx')).Paso1)
const Paso2 = screen(async () => (await import('../pedido/paso2.tsx')).Paso2)
const Paso3 = screen(async () => (await import('../pedido/paso3.tsx')).Paso3)
const PedidoRoute = screen(async () => (await import('./pedido-route.tsx')).PedidoRoute)
const PagoSimuladoPage = screen(
  async () => (await import('../pago-simulado/pago-simulado-page.tsx')).PagoSimuladoPage,
)
const OtherRoutes = screen(async () => (await import('./other-routes.tsx')).OtherRoutes)

const LoyaltyRoutes = screen(async () => (await import('./loyalty-routes.tsx')).LoyaltyRoutes)

/** The rest of the table, in two files: who logs in need not load the wheel's routes, nor the other way round. */
function Rest() {
  const { pathname } = useLocation()
  return /^\/(canje-puntos|cupon|logro-compra-gratis|ruleta|c\/[^/]+)\/?$/.test(pathname) ? (
    <LoyaltyRoutes />
  ) : (
    <OtherRoutes />
  )
}

/** The route table of spec section 2, as far as it is built. The server knows the same paths and answers 404 else. */
export const Router = () => (
  <BrowserRouter>
    <Screens />
  </BrowserRouter>
)

/** What is shown where, whoever says where one is: the browser, or the build for the page it makes ahead. */
export function Screens() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage pending={mayHaveCarrito() && <SeguirPedido />} />} />
        <Route path="imprimitodo" element={<PedidoFrame />}>
          <Route index element={<Paso1 />} />
          <Route path="paso1" element={<Paso1 />} />
          <Route path="paso2" element={<Paso2 />} />
          <Route path="paso3" element={<Paso3 />} />
        </Route>
        <Route path="pedido/:id" element={<PedidoRoute />} />
        <Route path="*" element={<Rest />} />
      </Route>
      <Route element={<Layout bare />}>
        <Route path="pago-simulado/:ref" element={<PagoSimuladoPage />} />
      </Route>
    </Routes>
  )
}
