import type { Api } from '@imprimitodo/shared/api'
import type { Answered } from '@imprimitodo/shared/api/endpoint'
import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import { tarifasDe } from '@imprimitodo/shared/rules/precio'

export type Precios = Answered<Api['GET /api/precios']>

/** In centavos, as the rules take them; null while the shop has no prices. */
export const tarifasOf = ({ byn, color, color_por_hoja, anillado }: Precios) =>
  tarifasDe({
    byn: byn && { una: toCentavos(byn.una), dos: toCentavos(byn.dos) },
    color: color && { una: toCentavos(color.una), dos: toCentavos(color.dos) },
    color_por_hoja,
    anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toCentavos(precio) })),
  })
