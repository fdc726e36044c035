import * as z from 'zod'
import { withoutInvisible } from '../rules/base/caracteres.ts'
import { PRECISIONES } from '../rules/compra/entrega.ts'
import { filledField, sucursalField } from './campos.ts'

export const Entrega = z.object({
  direccion: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** The distance charged: with a `duda`, the longer of the ways to the pin and to the address. */
  distancia_km: z.number(),
  costo: z.number(),
  dentro_de_radio: z.boolean(),
  /** A straight line times 1.3, not a route. */
  estimada: z.boolean(),
  /** 'localidad': the purchase needs a pin. */
  precision: z.enum(PRECISIONES),
  /** Why the pin may not be the address that was typed: the purchase needs `pin_confirmado`. */
  duda: z.string().nullable(),
  ruta: z
    .object({ type: z.literal('LineString'), coordinates: z.array(z.tuple([z.number(), z.number()])) })
    .nullable(),
})
export type Entrega = z.infer<typeof Entrega>

export const entregasApi = {
  'POST /api/entregas/cotizar': {
    body: z.object({
      sucursal: sucursalField,
      direccion: filledField(300, 'Escribí la dirección.').overwrite(withoutInvisible),
      lat: z.number().min(-90).max(90).nullish(),
      lng: z.number().min(-180).max(180).nullish(),
    }),
    answer: Entrega,
  },
}
