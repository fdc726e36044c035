import * as z from 'zod'
import { textField } from './campos.ts'

/** An account as a clerk finds it: enough to recognise the customer. E-mail and mobile are masked. */
export const ClienteHallado = z.object({
  id: z.int(),
  nombre: z.string(),
  email: z.string(),
  celular: z.string().nullable(),
})
export type ClienteHallado = z.infer<typeof ClienteHallado>

export const clientesMostradorApi = {
  /**
   * Active accounts with all words in the name, in any order; at most 8, by name. Fewer than three letters,
   * or no name: none. For every person of the back office, with a rate limit: 429.
   */
  'POST /api/mostrador/clientes/buscar': {
    body: z.object({ texto: textField(100) }),
    answer: z.array(ClienteHallado),
  },
}
