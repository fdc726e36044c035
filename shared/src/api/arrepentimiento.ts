import * as z from 'zod'
import { emailField } from './campos.ts'

const text = (max: number, required: string) =>
  z.string(required).trim().min(1, required).max(max, `Es demasiado largo: hasta ${max} caracteres.`)

export const arrepentimientoApi = {
  /** No account, no order number needed (Disposición 954/2025). Sent again on the same day: the same code. */
  'POST /api/arrepentimiento': {
    body: z.object({
      nombre: text(120, 'El nombre es obligatorio'),
      email: emailField,
      /** The order's number, or what was bought. */
      compra: text(500, 'Contanos qué compraste, o el número de pedido'),
      motivo: z.string().trim().max(1000, 'Es demasiado largo: hasta 1000 caracteres.').nullish(),
    }),
    answer: z.object({ codigo: z.string(), recibido: z.string() }),
  },
}
