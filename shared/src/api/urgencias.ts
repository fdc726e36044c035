import * as z from 'zod'
import { textField } from './campos.ts'
import { Impresion } from './impresion.ts'

const instant = z.iso.datetime()

const PedidoUrgente = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  /** Who picks it up, as said with the order; else the account's. */
  nombre: z.string().nullable(),
  sucursal: z.string(),
})

/** An order with its promised time. */
const PedidoPrometido = PedidoUrgente.extend({ prometido: instant })
export type PedidoPrometido = z.infer<typeof PedidoPrometido>

/** The same thing has the same one for as long as it lasts: what is new is known by it. */
const clave = z.string()

/** Something at the counter that goes on only with a person. */
export const Urgencia = z.discriminatedUnion('tipo', [
  /** A print that is doubtful, stopped or waited too long. `nombre` is its customer's. */
  z.object({
    tipo: z.literal('duda'),
    clave,
    impresion: Impresion,
    sucursal: z.string(),
    nombre: z.string().nullable(),
  }),
  /** A printer that does not print, while orders wait for it. `texto` says why, as its agent told. */
  z.object({
    tipo: z.literal('impresora'),
    clave,
    id: z.int(),
    nombre: z.string(),
    sucursal: z.string(),
    texto: z.string(),
    /** Since when its agent says nothing; null while it talks, or where it never did. */
    sin_noticias: instant.nullable(),
    /** What waits for it: orders, and sheets of all their copies. */
    pedidos: z.int(),
    hojas: z.int(),
  }),
  /** Not ready, and its promised time is over. */
  PedidoPrometido.extend({ tipo: z.literal('tarde'), clave }),
  /**
   * Unpaid: its customer called for help, `desde` then (`rechazos` 0); or its payments were refused, the last one then, and
   * none is on its way.
   */
  PedidoUrgente.extend({ tipo: z.literal('ayuda'), clave, desde: instant, rechazos: z.int() }),
  /** Expired with money of the till in it, in pesos: the rest was never paid. `desde`: when it expired. */
  PedidoUrgente.extend({ tipo: z.literal('sena'), clave, desde: instant, importe: z.number() }),
  /** Of the shop's machine: what its health calls urgent. */
  z.object({
    tipo: z.literal('asunto'),
    clave,
    titulo: z.string(),
    detalle: z.string(),
    enlace: z.string().nullable(),
  }),
])
export type Urgencia = z.infer<typeof Urgencia>

export const Urgencias = z.object({
  hora: instant,
  /** In the order in which they are shown; of one kind what waits longest comes first. */
  urgencias: z.array(Urgencia),
  /** Not ready, and promised within the hour; the earliest first. */
  pronto: z.array(PedidoPrometido),
})
export type Urgencias = z.infer<typeof Urgencias>

/** What needs a person. Who works for one branch is told of that one alone; others choose one, or see all. */
export const urgenciasApi = {
  'GET /api/mostrador/urgencias': {
    query: z.object({ sucursal: textField(60).optional() }),
    answer: Urgencias,
  },
}
