import { forgetCarrito } from '../pedido/carrito.ts'
import { PedidoPage } from '../pedido-estado/pedido-page.tsx'
import { forgetPedido } from './forget-pedido.ts'

/** The order page, which empties the half-made order it came from once that is paid: screens do not know each other. */
export const PedidoRoute = () => <PedidoPage onPaid={forgetPedido} onForgotten={forgetCarrito} />
