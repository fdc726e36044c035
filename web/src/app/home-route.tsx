import { HomePage } from '../home/home-page.tsx'
import { mayHaveCarrito } from '../pedido/carrito-key.ts'
import { screen } from './screen.ts'

const SeguirPedido = screen(async () => (await import('../pedido/seguir-pedido.tsx')).SeguirPedido)

/** Home, with the half-made order if there may be one: screens do not know each other. */
export const HomeRoute = () => <HomePage pending={mayHaveCarrito() && <SeguirPedido />} />
