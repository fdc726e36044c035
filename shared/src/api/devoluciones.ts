import * as z from 'zod'
import { Autoriza } from './acceso.ts'
import { filledField } from './campos.ts'
import { PedidoMostrador } from './mostrador.ts'
import { PedidoParams } from './pedidos.ts'

export const devolucionesApi = {
  /** A refund by the counter. A repeated call with the same Idempotency-Key is the same refund. */
  'POST /api/mostrador/pedidos/:pedido_id/devolver': {
    params: PedidoParams,
    body: z.object({
      /** Pesos; left out: all that can still be refunded. */
      importe: z
        .number('Escribí cuánto se devuelve.')
        .positive('El importe tiene que ser mayor que cero.')
        .multipleOf(0.01, 'El importe lleva dos decimales como mucho.')
        .nullish(),
      motivo: filledField(300, 'Escribí por qué se devuelve.'),
      /** Needed above the limit of the caller's role: else 403 {detail, autorizar: true}. */
      autoriza: Autoriza.nullish(),
    }),
    answer: PedidoMostrador,
  },
}
