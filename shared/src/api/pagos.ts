import * as z from 'zod'
import { ESTADOS } from '../rules/compra/pedido.ts'
import { emailField, textField } from './campos.ts'
import { PedidoParams } from './pedidos.ts'

export const PagoSimulado = z.object({
  referencia: z.string(),
  titulo: z.string(),
  importe: z.number(),
  vence: z.iso.datetime(),
  vencida: z.boolean(),
  /** Where the checkout sends the buyer back to. */
  vuelta: z.string(),
  pagos: z.array(
    z.object({
      id: z.string(),
      estado: z.enum(['pending', 'in_process', 'approved', 'rejected', 'cancelled', 'refunded']),
      medio: z.enum(['tarjeta', 'efectivo']),
      cuando: z.iso.datetime(),
    }),
  ),
})
export type PagoSimulado = z.infer<typeof PagoSimulado>

const referencia = z.object({ ref: textField(100) })

/** What one does on the embedded checkout. `acreditar`: the cashier takes the money of a pending cash ticket. */
export const AccionSimulada = z.enum(
  ['aprobar', 'rechazar', 'dejar_pendiente', 'pagar_en_efectivo', 'acreditar'],
  'Eso no se puede hacer con un pago.',
)
export type AccionSimulada = z.infer<typeof AccionSimulada>

export const pagosApi = {
  'POST /api/crear-preferencia': {
    body: z.object({
      pedido_id: textField(100, 'Falta el pedido.'),
      /** Must equal importe_final; a number or its digits. */
      total: z.union(
        [
          z.number(),
          z
            .string()
            .max(20, 'El total no es un número.')
            .regex(/^\d+([.,]\d{1,2})?$/, 'El total no es un número.'),
        ],
        'El total no es un número.',
      ),
    }),
    answer: z.object({ init_point: z.string() }),
  },
  /**
   * By the order's owner, before production: an unpaid order is just cancelled, a paid one is also refunded.
   * A repeated call answers the same. 403 another customer's; 404; 409 from production on, or for an order
   * that is closed.
   */
  'POST /api/pedidos/:pedido_id/cancelar': {
    params: PedidoParams,
    body: z.object({ email: emailField.nullish(), motivo: textField(300).nullish() }),
    /** `devuelto`: pesos refunded in all. */
    answer: z.object({ estado: z.enum(ESTADOS), devuelto: z.number() }),
  },
  /** The embedded checkout: what it shows, and the buyer's choices on it. Absent with a real provider. */
  'GET /api/pago-simulado/:ref': { params: referencia, answer: PagoSimulado },
  'POST /api/pago-simulado/:ref': {
    params: referencia,
    body: z.object({
      accion: AccionSimulada,
    }),
    answer: PagoSimulado,
  },
}
