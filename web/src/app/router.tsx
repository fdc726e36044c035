import { HomePage } from '../home/home-page.tsx'
import { mayHaveCarrito } from '../pedido/carrito-key.ts'
import { Places, Routes } from '../ui/routes.tsx'
import { Layout } from './layout.tsx'
import { screen } from './screen.ts'

const SeguirPedido = screen(async () => (await import('../pedido/seguir-pedido.tsx')).SeguirPedido)
const PasoRoutes = screen(async () => (await import('./paso-routes.tsx')).PasoRoutes)
const PedidoRoute = screen(async () => (await import('./pedido-route.tsx')).PedidoRoute)
const PagoSimuladoPage = screen(
  async () => (await import('../pago-simulado/pago-simulado-page.tsx')).PagoSimuladoPage,
)
const OtherRoutes = screen(async () => (await import('./other-routes.tsx')).OtherRoutes)
const LoyaltyRoutes = screen(async () => (await import('./loyalty-routes.tsx')).LoyaltyRoutes)

/** The route table of spec section 2, as far as it is built. The server knows the same paths and answers 404 else. */
export const Router = () => (
  <Places>
    <Screens />
  </Places>
)

/** What is shown where, whoever says where one is: the browser, or the build for the page it makes ahead. */
export const Screens = () => (
  <Routes
    table={{
      '/pago-simulado/:ref': (
        <Layout bare>
          <PagoSimuladoPage />
        </Layout>
      ),
      '/*': (
        <Layout>
          <Routes
            table={{
              '/': <HomePage pending={mayHaveCarrito() && <SeguirPedido />} />,
              '/imprimitodo': <PasoRoutes />,
              '/imprimitodo/paso1': <PasoRoutes />,
              '/imprimitodo/paso2': <PasoRoutes />,
              '/imprimitodo/paso3': <PasoRoutes />,
              '/pedido/:id': <PedidoRoute />,
              // The rest in two files: who logs in need not load the wheel's routes, nor the other way round
              '/canje-puntos': <LoyaltyRoutes />,
              '/cupon': <LoyaltyRoutes />,
              '/logro-compra-gratis': <LoyaltyRoutes />,
              '/ruleta': <LoyaltyRoutes />,
              '/c/:codigo': <LoyaltyRoutes />,
              '/*': <OtherRoutes />,
            }}
          />
        </Layout>
      ),
    }}
  />
)
