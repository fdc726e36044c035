import * as z from 'zod'

/** Of the latest coupon; nulls and `usado` false where there is none. */
export const CuponAnswer = z.object({
  cantidad_cupones: z.int(),
  codigo: z.string().nullable(),
  descuento: z.number().nullable(),
  fecha_vencimiento: z.iso.datetime().nullable(),
  fecha_uso: z.iso.datetime().nullable(),
  usado: z.boolean(),
  /** Only where the cookie `refresh` let the caller in: it was rotated, and this is the session's access. */
  access: z.string().optional(),
})

export const cuponesApi = {
  /** By bearer, or by the cookie `refresh` (what a protected page tries first); 401 with neither. */
  'GET /api/cupones/': { query: z.object({ primer_cupon: z.string().optional() }), answer: CuponAnswer },
}
