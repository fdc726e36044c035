import type { ReactNode } from 'react'
import { HomePage } from '../home/home-page.tsx'
import { mayHaveCarrito } from '../pedido/carrito-key.ts'
import { Places, Routes } from '../ui/routes.tsx'
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

/** The route table of spec section 2, as far as it is built. The server knows the same paths and answers 404 else. */
export const Router = () => (
  <Places>
    <Screens />
  </Places>
)

const inFrame = (paso: ReactNode) => <PedidoFrame>{paso}</PedidoFrame>

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
              '/imprimitodo': inFrame(<Paso1 />),
              '/imprimitodo/paso1': inFrame(<Paso1 />),
              '/imprimitodo/paso2': inFrame(<Paso2 />),
              '/imprimitodo/paso3': inFrame(<Paso3 />),
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
