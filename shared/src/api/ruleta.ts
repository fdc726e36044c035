import * as z from 'zod'
import { EMAIL_LONG, EMAIL_MAX } from '../rules/base/contacto.ts'
import { CODIGO_TIPOS } from '../rules/fidelidad/codigo.ts'
import type { UsoRuleta } from '../rules/fidelidad/tirada.ts'
import { textField } from './campos.ts'

export const ruletaApi = {
  /** Unlocks the wheel for that address (signed cookie). Bad address: 400 {correo: [..]}. */
  'GET /api/ruleta': {
    query: z.object({ correo: textField(EMAIL_MAX, 'Escribí tu correo.', EMAIL_LONG) }),
    /** `cantidad_tiradas` is the lifetime count. */
    answer: z.array(z.object({ cantidad_tiradas: z.int(), restantes_hoy: z.int() })),
  },
  'GET /api/ruleta/rango/': { answer: z.object({ min: z.int(), max: z.int() }) },
  /**
   * The server draws the value. With an Idempotency-Key, whose press a repeated call answers with the same code. Without
   * the cookie 403, the third of the day 429, a prefetch 403.
   */
  'GET /api/ruleta/jugar/': {
    answer: z.object({ valor: z.int(), codigo: z.string(), descuento: z.number() }),
  },
}

/** How much the wheel gave away, so that the owner can set the odds. */
const usoRuleta = z.object({
  /** Complete days since the first spin, at most the last 30; 0 where the wheel was never turned. */
  dias: z.int(),
  tiradas: z.int(),
  /** Sum of the percents that it gave away. */
  repartido: z.int(),
  /** How much its codes took off orders that were paid on those days. */
  pesos: z.number(),
}) satisfies z.ZodType<UsoRuleta>

export const ruletaMostradorApi = { 'GET /api/mostrador/ruleta': { answer: usoRuleta } }

/** The page behind a code's QR. It marks nothing and does not reveal the code's owner. */
export const qrApi = {
  /** Unknown: 404. Too many from one address: 429. `vence` null for the pickup code of an order. */
  'GET /api/c/:codigo': {
    params: z.object({ codigo: textField(100) }),
    answer: z.object({
      tipo: z.enum(CODIGO_TIPOS),
      valido: z.boolean(),
      vence: z.iso.datetime().nullable(),
    }),
  },
}
