import * as z from 'zod'
import { Autoriza } from './acceso.ts'
import { filledField } from './campos.ts'
import { PedidoMostrador } from './mostrador.ts'
import { PedidoParams } from './pedidos.ts'

export const devolucionesApi = {
  /** Money back from the counter. With the header Idempotency-Key a repeated call is the same refund. */
  'POST /api/mostrador/pedidos/:pedido_id/devolver': {
    params: PedidoParams,
    body: z.object({
      /** Pesos; without it, all that is left. */
      importe: z
        .number('Escribí cuánto se devuelve.')
        .positive('El importe tiene que ser mayor que cero.')
        .multipleOf(0.01, 'El importe lleva dos decimales como mucho.')
        .nullish(),
      motivo: filledField(300, 'Escribí por qué se devuelve.'),
      /** Above the limit of one's role: else 403 {detail, autorizar: true}. */
      autoriza: Autoriza.nullish(),
    }),
    answer: PedidoMostrador,
  },
}
