import * as z from 'zod'

/** Something the owner should know, with what to do about it. */
export const Asunto = z.object({
  /** Its identity: stays the same while the problem lasts. */
  cual: z.string(),
  titulo: z.string(),
  /** `urgente` is shown on every screen of the counter. */
  estado: z.enum(['bien', 'atencion', 'urgente']),
  detalle: z.string(),
  /** Null where there is nothing to do. */
  hacer: z.string().nullable(),
  /** The branch concerned; null: the whole shop. */
  sucursal: z.string().nullable(),
  /** The counter's page where it can be looked at. */
  enlace: z.string().nullable(),
  /** The order for whose lost files the customer can be asked by one tap. */
  pedir: z.string().nullable(),
  /** The payment without an order that the owner may mark as dealt with. */
  resolver: z.string().nullable(),
})
export type Asunto = z.infer<typeof Asunto>

export const Salud = z.object({
  estado: z.enum(['bien', 'atencion', 'urgente']),
  hora: z.iso.datetime(),
  /** The worst first. A person of one branch sees urgent ones, and problems of that branch's printers. */
  asuntos: z.array(Asunto),
})
export type Salud = z.infer<typeof Salud>

export const saludApi = {
  'GET /api/mostrador/salud': { answer: Salud },
}
