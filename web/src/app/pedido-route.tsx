import { getCarrito, startOver } from '../pedido/carrito.ts'
import { PedidoPage } from '../pedido-estado/pedido-page.tsx'

/** The order page, which empties the half-made order it came from once that is paid: screens do not know each other. */
export const PedidoRoute = () => <PedidoPage onPaid={forget} />

function forget(pedidoId: string): void {
  if (getCarrito().pedidoId === pedidoId) startOver()
}
