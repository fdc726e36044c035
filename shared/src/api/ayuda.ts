import * as z from 'zod'
import { PedidoParams } from './pedidos.ts'

export const ayudaApi = {
  /**
   * The customer cannot pay and asks the counter for help. `pedida`: since when; a repeat within an hour
   * changes nothing. 403 for another customer's order, 409 where nothing is to be paid.
   */
  'POST /api/pedidos/:pedido_id/ayuda': {
    params: PedidoParams,
    answer: z.object({ pedida: z.iso.datetime() }),
  },
}
