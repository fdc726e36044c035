import * as z from 'zod'

export const Entrega = z.object({
  direccion: z.string(),
  lat: z.number(),
  lng: z.number(),
  distancia_km: z.number(),
  costo: z.number(),
  dentro_de_radio: z.boolean(),
  /** A straight line times 1.3, not a route. */
  estimada: z.boolean(),
  ruta: z
    .object({ type: z.literal('LineString'), coordinates: z.array(z.tuple([z.number(), z.number()])) })
    .nullable(),
})
export type Entrega = z.infer<typeof Entrega>

export const entregasApi = {
  'POST /api/entregas/cotizar': {
    body: z.object({
      sucursal: z.string('Elegí una sucursal.').trim().min(1, 'Elegí una sucursal.'),
      direccion: z.string('Escribí la dirección.').trim().min(1, 'Escribí la dirección.').max(300),
      lat: z.number().min(-90).max(90).nullish(),
      lng: z.number().min(-180).max(180).nullish(),
    }),
    answer: Entrega,
  },
}
