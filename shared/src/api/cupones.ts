import * as z from 'zod'
import { textField } from './campos.ts'

/** The latest coupon; nulls and `usado` false where there is none. */
export const CuponAnswer = z.object({
  cantidad_cupones: z.int(),
  codigo: z.string().nullable(),
  descuento: z.number().nullable(),
  fecha_vencimiento: z.iso.datetime().nullable(),
  fecha_uso: z.iso.datetime().nullable(),
  usado: z.boolean(),
  /**
   * Only where the cookie `refresh` authenticated the call: it was rotated, and this is the session's access
   * token.
   */
  access: z.string().optional(),
})

export type CuponAnswer = z.infer<typeof CuponAnswer>

export const cuponesApi = {
  /** By bearer, or by the cookie `refresh` (as a protected page tries first); 401 with neither. */
  'GET /api/cupones/': { query: z.object({ primer_cupon: textField(20).optional() }), answer: CuponAnswer },
  /** By bearer only. Refused while the last one is unused and alive, and on the day it was used: 400 {non_field_errors: [..]}. */
  'POST /api/cupones/': { answer: CuponAnswer.omit({ access: true }), status: 201 as const },
}

/**
 * One server-sent event of `GET /api/cupones/eventos`, read with fetch and the bearer: the coupon was used,
 * at the counter or by an order. It only triggers the next poll early: events sent while a page was away are
 * not repeated.
 */
export type CuponEvento = { tipo: 'usado'; codigo: string }
