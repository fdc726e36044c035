import { useCarrito } from '../pedido/carrito/carrito.ts'
import { PedidoPage } from '../pedido-estado/pedido-page.tsx'
import { forgetBrowser, forgetPedido } from './forget-pedido.ts'

/**
 * The order page, which empties the half-made order once the order is paid. It joins them here, since screens
 * do not import each other.
 */
export function PedidoRoute() {
  const { pedidoId, archivos } = useCarrito()
  const isHere = (id: string) => id === pedidoId && archivos.length > 0
  return <PedidoPage onPaid={forgetPedido} isHere={isHere} onForgotten={forgetBrowser} />
}
