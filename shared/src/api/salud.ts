import * as z from 'zod'

/** Something the owner should know, with what to do about it. */
export const Asunto = z.object({
  /** Which one: stays the same while it lasts. */
  cual: z.string(),
  titulo: z.string(),
  /** `urgente` is shown on every screen of the counter. */
  estado: z.enum(['bien', 'atencion', 'urgente']),
  detalle: z.string(),
  /** Null where there is nothing to do. */
  hacer: z.string().nullable(),
  /** Of one branch; null: of the shop. */
  sucursal: z.string().nullable(),
  /** Where at the counter it is looked at. */
  enlace: z.string().nullable(),
  /** The order whose lost files the customer can be asked for by one tap. */
  pedir: z.string().nullable(),
})
export type Asunto = z.infer<typeof Asunto>

export const Salud = z.object({
  estado: z.enum(['bien', 'atencion', 'urgente']),
  hora: z.iso.datetime(),
  /** The worst first. Who works at a branch sees what is urgent, and what is wrong at its printers. */
  asuntos: z.array(Asunto),
})
export type Salud = z.infer<typeof Salud>

export const saludApi = {
  'GET /api/mostrador/salud': { answer: Salud },
}
