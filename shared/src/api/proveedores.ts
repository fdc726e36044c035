import * as z from 'zod'
import { textField } from './campos.ts'

/** Who does something for the shop: a service outside, or what is built in. */
export const Proveedor = z.object({
  cual: z.string(),
  titulo: z.string(),
  servicio: z.string(),
  integrado: z.boolean(),
  /** What becomes of it where it is built in, or null. */
  nota: z.string().nullable(),
})
export type Proveedor = z.infer<typeof Proveedor>

export const proveedoresApi = {
  'GET /api/mostrador/proveedores': { answer: z.array(Proveedor) },
  'POST /api/mostrador/proveedores/:cual/probar': {
    params: z.object({ cual: textField(40) }),
    /** What it answered; `ok` false is an answer too. */
    answer: z.object({ ok: z.boolean(), detail: z.string(), ms: z.int() }),
  },
}
