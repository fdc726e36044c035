import type { Api } from '@imprimitodo/shared/api'
import type { Answered } from '@imprimitodo/shared/api/endpoint'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { tarifasDe } from '@imprimitodo/shared/rules/compra/precio'

export type Precios = Answered<Api['GET /api/precios']>

const pairOf = ({ una, dos }: { una: number; dos: number }) => ({
  una: toCentavos(una),
  dos: toCentavos(dos),
})

/** In centavos, as the rules take them; null while the shop has no prices. */
export const tarifasOf = ({ byn, color, color_por_hoja, anillado, hojas = {} }: Precios) =>
  tarifasDe({
    byn: byn && pairOf(byn),
    color: color && pairOf(color),
    color_por_hoja,
    anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toCentavos(precio) })),
    hojas: Object.fromEntries(
      Object.entries(hojas).map(([nombre, one]) => [
        nombre,
        { byn: pairOf(one.byn), color: pairOf(one.color) },
      ]),
    ),
  })
