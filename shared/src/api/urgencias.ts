import * as z from 'zod'
import { textField } from './campos.ts'
import { Impresion } from './impresion.ts'

const instant = z.iso.datetime()

const PedidoUrgente = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  /** The person who picks it up, as given with the order; else the account's name. */
  nombre: z.string().nullable(),
  sucursal: z.string(),
})

/** An order with its promised time. */
const PedidoPrometido = PedidoUrgente.extend({ prometido: instant })
export type PedidoPrometido = z.infer<typeof PedidoPrometido>

/** Stays the same as long as the problem lasts, so that new problems are recognised. */
const clave = z.string()

/** Something at the counter that needs a person. */
export const Urgencia = z.discriminatedUnion('tipo', [
  /** A print that is doubtful, stopped or waited too long. `nombre` is the customer's. */
  z.object({
    tipo: z.literal('duda'),
    clave,
    impresion: Impresion,
    sucursal: z.string(),
    nombre: z.string().nullable(),
  }),
  /**
   * A printer that does not print, while orders wait for it. `texto`: the reason, as its agent reported it.
   */
  z.object({
    tipo: z.literal('impresora'),
    clave,
    id: z.int(),
    nombre: z.string(),
    sucursal: z.string(),
    texto: z.string(),
    /** Since when its agent has reported nothing; null while it reports, or where it never did. */
    sin_noticias: instant.nullable(),
    /** The work that waits for it: orders, and sheets of all copies. */
    pedidos: z.int(),
    hojas: z.int(),
  }),
  /** Not ready although its promised time has passed. */
  PedidoPrometido.extend({ tipo: z.literal('tarde'), clave }),
  /**
   * Unpaid: its customer called for help (`rechazos` 0), at `desde`; or its payments were refused, the last
   * one at `desde`, and no other payment is on its way.
   */
  PedidoUrgente.extend({ tipo: z.literal('ayuda'), clave, desde: instant, rechazos: z.int() }),
  /**
   * Expired after a part was paid at the till, in pesos; the rest was never paid. `desde`: when it expired.
   */
  PedidoUrgente.extend({ tipo: z.literal('sena'), clave, desde: instant, importe: z.number() }),
  /** About the shop's server: what its health report calls urgent. */
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
  /** In the order shown; of one kind, the one that has waited longest comes first. */
  urgencias: z.array(Urgencia),
  /** Not ready, and promised within the hour; the earliest first. */
  pronto: z.array(PedidoPrometido),
})
export type Urgencias = z.infer<typeof Urgencias>

/** Problems that need a person. A person of one branch gets that branch alone; others choose one, or see all. */
export const urgenciasApi = {
  'GET /api/mostrador/urgencias': {
    query: z.object({ sucursal: textField(60).optional() }),
    answer: Urgencias,
  },
}
