import * as z from 'zod'
import { Autoriza } from './acceso.ts'
import { celularField, emailField, sucursalField, textField } from './campos.ts'
import { PedidoMostrador } from './mostrador.ts'
import { PedidoParams } from './pedidos.ts'

/** Left empty it counts as not sent. */
const optional = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), field.optional())

export const Cobro = z.object({
  medio: z.enum(['efectivo', 'transferencia', 'mercadopago'], 'Elegí cómo paga.'),
  sucursal: sucursalField,
  /** One of the three at least, for an order that has no contact yet. */
  nombre: optional(textField(120).trim()),
  email: optional(emailField),
  celular: optional(celularField),
  /** Above the limit of one's role of a sale: else 403 {detail, autorizar: true}. */
  autoriza: Autoriza.nullish(),
})
export type Cobro = z.output<typeof Cobro>

/** Orders of a customer at the counter. Every person of the back office may take them, for their own branch. */
export const cobrarApi = {
  /**
   * Confirms a draft for pickup and takes its payment: cash and transfers count as paid at once, `mercadopago` answers
   * the link. Of an unpaid order of the web it takes the payment alone. Repeated by the same person it is the same
   * payment. 400 by field; 404; 409 {detail} paid otherwise, or over.
   */
  'POST /api/mostrador/pedidos/:pedido_id/cobrar': {
    params: PedidoParams,
    body: Cobro,
    answer: z.object({ pedido: PedidoMostrador, init_point: z.string().nullable() }),
  },
}
