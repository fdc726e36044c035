import { LogroPage } from '../logro/logro-page.tsx'
import { forgetPedido } from './forget-pedido.ts'

/** The celebration of a free purchase, which empties the half-made order it came from: screens do not know each other. */
export const LogroCompraGratis = () => <LogroPage onShown={forgetPedido} />
