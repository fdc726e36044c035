import { getCarrito, startOver } from '../pedido/carrito.ts'

/** An order that was paid empties the half-made order it came from. */
export function forgetPedido(pedidoId: string): void {
  if (getCarrito().pedidoId === pedidoId) startOver()
}
