import * as z from 'zod'
import { PedidoParams } from './pedidos.ts'

export const ayudaApi = {
  /**
   * Whose order it is cannot pay it, and calls the counter. `pedida`: since when; again within an hour changes nothing. 403
   * where it is another's, 409 where nothing is to be paid.
   */
  'POST /api/pedidos/:pedido_id/ayuda': {
    params: PedidoParams,
    answer: z.object({ pedida: z.iso.datetime() }),
  },
}
