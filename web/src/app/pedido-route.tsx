import { useCarrito } from '../pedido/carrito.ts'
import { PedidoPage } from '../pedido-estado/pedido-page.tsx'
import { forgetBrowser, forgetPedido } from './forget-pedido.ts'

/** The order page, which empties the half-made order it came from once that is paid: screens do not know each other. */
export function PedidoRoute() {
  const { pedidoId, archivos } = useCarrito()
  const isHere = (id: string) => id === pedidoId && archivos.length > 0
  return <PedidoPage onPaid={forgetPedido} isHere={isHere} onForgotten={forgetBrowser} />
}
