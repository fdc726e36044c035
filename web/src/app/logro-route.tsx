import { LogroPage } from '../logro/logro-page.tsx'
import { forgetPedido } from './forget-pedido.ts'

/**
 * The celebration of a free purchase, which empties the half-made order. It joins them here, since screens do
 * not import each other.
 */
export const LogroCompraGratis = () => <LogroPage onShown={forgetPedido} />
