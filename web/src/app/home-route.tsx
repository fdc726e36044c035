import { HomePage } from '../home/home-page.tsx'
import { mayHaveCarrito } from '../pedido/carrito/carrito-key.ts'
import { mayHavePedidos } from '../pedido-estado/pedidos-key.ts'
import { screen } from './screen.ts'

const FollowPedido = screen(async () => (await import('../pedido/carrito/follow-pedido.tsx')).FollowPedido)

const UltimosPedidos = screen(
  async () => (await import('../pedido-estado/ultimos-pedidos.tsx')).UltimosPedidos,
)

/**
 * Home with the half-made order and the current orders, if there may be some. It joins them here, since
 * screens do not import each other.
 */
export function HomeRoute() {
  const [hasCarrito, hasPedidos] = [mayHaveCarrito(), mayHavePedidos()]
  return (
    <HomePage
      pending={
        (hasCarrito || hasPedidos) && (
          <>
            {hasPedidos && <UltimosPedidos />}
            {hasCarrito && <FollowPedido />}
          </>
        )
      }
    />
  )
}
