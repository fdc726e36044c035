import { forgetGastados, forgetGuardados } from '../api/codigos-guardados.ts'
import { forgetCompartidos } from '../api/compartidos.ts'
import { forgetCarrito, getCarrito, startOver } from '../pedido/carrito/carrito.ts'
import { forgetAvisos } from '../pedido-estado/notify-me.ts'
import { forgetPedidos } from '../pedido-estado/pedidos-key.ts'

/** A paid order takes its files out of the half-made order that it came from. */
export function forgetPedido(pedidoId: string): void {
  forgetGastados(pedidoId)
  if (getCarrito().pedidoId === pedidoId) startOver(pedidoId)
}

/**
 * Deletes all data of the customer in this browser: half-made order, shared files, codes, and the mark of
 * earlier orders.
 */
export function forgetBrowser(): void {
  forgetCarrito()
  forgetPedidos()
  forgetGuardados()
  void forgetCompartidos()
  forgetAvisos().catch((error) => console.warn('avisos', error)) // the logout goes on without it
}
