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

export const ArrepentimientoFila = z.object({
  id: z.int(),
  codigo: z.string(),
  nombre: z.string(),
  email: z.string(),
  compra: z.string(),
  motivo: z.string().nullable(),
  creado: z.iso.datetime(),
  /** Null while it waits. */
  atendido: z.iso.datetime().nullable(),
  atendido_por: z.string().nullable(),
  nota: z.string().nullable(),
})
export type ArrepentimientoFila = z.infer<typeof ArrepentimientoFila>

/** Of the back office. */
export const arrepentimientosMostradorApi = {
  'GET /api/mostrador/arrepentimientos': {
    query: z.object({
      /** Open ones all at once, oldest first; attended ones by pages, newest first. */
      cuales: z.enum(['abiertos', 'atendidos']).default('abiertos'),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      arrepentimientos: z.array(ArrepentimientoFila),
      /** How many wait, whatever was asked for. */
      abiertos: z.int(),
      siguiente: z.string().nullable(),
    }),
  },
  /** Once: 409 {detail} with who did it before. 404 unknown. */
  'POST /api/mostrador/arrepentimientos/:id/atender': {
    params: z.object({
      id: z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1),
    }),
    body: z.object({ nota: text(500, 'Escribí qué se hizo.') }),
    answer: ArrepentimientoFila,
  },
}
