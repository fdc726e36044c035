import type { Api } from '@imprimitodo/shared/api'
import type { Answered } from '@imprimitodo/shared/api/endpoint'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { ESTIMATE_PER_ARCHIVO, quote } from '@imprimitodo/shared/rules/precio'
import type { Carrito } from './carrito-state.ts'
import { isQuoted } from './cotizado.ts'

type Precios = Answered<Api['GET /api/precios']>

/** Which pages have colour is known to the server alone: here every page of a colour file counts as such. */
const NONE_EXAMINED: ReadonlySet<number> = new Set()

/** `exact` is the server's own price for just these options, before discounts. Pesos. */
export type Estimate = { pesos: number; exact: boolean }

/**
 * What the action bar shows: the server's price if it is about what is listed; else, once every file is counted,
 * the price by the same rule (colour at its highest); else 100 a file.
 */
export function estimateOf(carrito: Carrito, precios: Precios | undefined): Estimate {
  const { archivos, precioEstimado } = carrito
  if (precioEstimado && isQuoted(carrito)) return { pesos: precioEstimado.total, exact: true }
  const contados = archivos.flatMap(({ contado, dobleFaz, ...opciones }) =>
    contado
      ? [
          {
            ...opciones,
            doble_faz: dobleFaz,
            paginas: contado.paginas,
            paginas_color: NONE_EXAMINED,
            color_hasta: 0,
          },
        ]
      : [],
  )
  if (!precios || contados.length < archivos.length || archivos.length === 0)
    return { pesos: archivos.length * ESTIMATE_PER_ARCHIVO, exact: false }
  const { total_impresion, total_anillado } = quote(contados, tarifasOf(precios))
  return { pesos: toPesos(total_impresion + total_anillado), exact: false }
}

const tarifasOf = ({ byn, color, color_por_hoja, anillado }: Precios) => ({
  byn: { una: toCentavos(byn.una), dos: toCentavos(byn.dos) },
  color: { una: toCentavos(color.una), dos: toCentavos(color.dos) },
  color_por_hoja,
  anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toCentavos(precio) })),
})
