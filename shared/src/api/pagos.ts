import * as z from 'zod'
import { textField } from './campos.ts'

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
  /** The embedded checkout: what it shows, and the buyer's choices on it. Not there with a real provider. */
  'GET /api/pago-simulado/:ref': { params: referencia, answer: PagoSimulado },
  'POST /api/pago-simulado/:ref': {
    params: referencia,
    body: z.object({
      /** `acreditar` is the cashier who takes the money of a pending cash ticket. */
      accion: z.enum(
        ['aprobar', 'rechazar', 'dejar_pendiente', 'pagar_en_efectivo', 'acreditar'],
        'Eso no se puede hacer con un pago.',
      ),
    }),
    answer: PagoSimulado,
  },
}
