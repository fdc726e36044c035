import * as z from 'zod'
import { textField } from './campos.ts'

export const pagosSinPedidoApi = {
  /** The owner dealt with a payment that is of no order: Salud does not tell it any more. */
  'POST /api/mostrador/pagos-sin-pedido/:id/resolver': {
    params: z.object({ id: textField(100) }),
    answer: z.object({}),
  },
}
