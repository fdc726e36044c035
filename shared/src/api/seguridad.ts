import * as z from 'zod'
import { EVENTO_SEGURIDAD_KEYS } from '../rules/gestion/seguridad.ts'
import { cursorField, diaField } from './campos.ts'

const id = z.coerce
  .number<string>('No es un número.')
  .int()
  .positive()
  .max(2 ** 31 - 1)
const dia = diaField()

const Filtros = z.object({
  que: z.enum(EVENTO_SEGURIDAD_KEYS, 'Ese tipo de evento no existe.').optional(),
  /** Only events of this person of the back office. */
  operador: id.optional(),
  /** Only events of this customer's account. */
  cliente: id.optional(),
  /** Days are Tucumán's, both included. */
  desde: dia.optional(),
  hasta: dia.optional(),
})

/** `separador`: `punto_y_coma` is what spreadsheets in Argentine Spanish expect. */
export const SeguridadCsv = Filtros.extend({
  separador: z.enum(['coma', 'punto_y_coma']).default('coma'),
})
export type SeguridadFiltros = z.output<typeof Filtros>

export const EventoAnswer = z.object({
  id: z.int(),
  cuando: z.iso.datetime(),
  que: z.enum(EVENTO_SEGURIDAD_KEYS),
  /** The account concerned; `nombre` null where it was deleted. */
  cuenta: z
    .object({ tipo: z.enum(['cliente', 'operador']), id: z.int(), nombre: z.string().nullable() })
    .nullable(),
  /** Keyed hash of the network address: equal hashes mean one address. Null: it came from no browser. */
  origen: z.string().nullable(),
  detalle: z.string(),
  /** How many equal events of one moment this row stands for. */
  veces: z.int(),
  /** The request's id in the server's log. */
  pedido_http: z.string().nullable(),
})
export type EventoAnswer = z.infer<typeof EventoAnswer>

export const seguridadApi = {
  /** Newest first, 50 a page. The same path with `.csv` answers all of them as a file. */
  'GET /api/mostrador/seguridad': {
    query: Filtros.extend({ cursor: cursorField.optional() }),
    answer: z.object({ eventos: z.array(EventoAnswer), siguiente: z.string().nullable() }),
  },
}
