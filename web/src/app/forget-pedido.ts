import { forgetGastados, forgetGuardados } from '../api/codigos-guardados.ts'
import { forgetCompartidos } from '../api/compartidos.ts'
import { forgetCarrito, getCarrito, startOver } from '../pedido/carrito.ts'
import { forgetAvisos } from '../pedido-estado/notify-me.ts'
import { forgetPedidos } from '../pedido-estado/pedidos-key.ts'

/** An order that was paid empties the half-made order it came from. */
export function forgetPedido(pedidoId: string): void {
  forgetGastados(pedidoId)
  if (getCarrito().pedidoId === pedidoId) startOver()
}

/** Nothing of the customer stays in this browser: no half-made order, no shared file, no code, nor that there were others. */
export function forgetBrowser(): void {
  forgetCarrito()
  forgetPedidos()
  forgetGuardados()
  void forgetCompartidos()
  forgetAvisos().catch((error) => console.warn('avisos', error)) // the customer is gone from here all the same
}
