import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { isPdfName } from '@imprimitodo/shared/rules/compra/archivo'
import { type Contado, isColorPending } from '@imprimitodo/shared/rules/compra/hojas'
import { ESTIMATE_PER_ARCHIVO, quote, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { useQuery } from '@tanstack/react-query'
import { preciosQuery } from '../../api/queries.ts'
import { type Precios, tarifasOf } from '../../api/tarifas.ts'
import {
  colorHasta,
  type Lectura,
  type Lecturas,
  paginasColor,
  refusedFor,
  useLecturasOf,
} from '../lectura/lectura.ts'
import { opcionesDePaso2 } from '../paso2/precios.ts'
import { useCarrito, useCarritoOf } from './carrito.ts'
import type { ArchivoCarrito, Carrito } from './carrito-state.ts'
import { isQuoted } from './cotizado.ts'

/**
 * `exacto`: the price that will be charged for these options. `hasta`: colour is still being examined, and
 * the price can only fall. `desde`: some files could not be read, and count 100 pesos each; what the others cost can
 * only rise.
 */
export type Alcance = 'exacto' | 'hasta' | 'desde'

/** Before discounts, in centavos. */
export type Estimate = {
  alcance: Alcance
  impresion: number
  anillado: number
  /** Pages of all counted files, each once however many copies are made. */
  paginas: number
  hojas: number
}

/** Whether the file cannot be printed: it is no PDF, asks for a password or is empty. */
export const isUnprintable = ({ name, contado }: ArchivoCarrito, lectura: Lectura | undefined): boolean =>
  !isPdfName(name) || (!contado && refusedFor(lectura) !== null)

/** Whether the file is no PDF, by its name or by its bytes. */
export const isNoPdf = ({ name, contado }: ArchivoCarrito, lectura: Lectura | undefined): boolean =>
  !isPdfName(name) || (!contado && lectura?.estado === 'no-es-pdf')

/** The action bar's price: the server's if it is for the present list; else by the same rule. */
export function estimateOf(carrito: Carrito, precios: Precios | undefined, lecturas: Lecturas): Estimate {
  const { precioEstimado } = carrito
  const archivos = carrito.archivos.filter((one) => !isUnprintable(one, lecturas.get(one.id)))
  const tarifas = precios && tarifasOf(precios)
  const contados = tarifas
    ? archivos.flatMap((archivo) => contadoOf(archivo, lecturas.get(archivo.id), tarifas) ?? [])
    : []
  const uncounted = archivos.length - contados.length
  // Beside a file that could not be read, a page whose colour is not known yet counts without: the sum is a minimum
  const known = uncounted > 0 ? contados.map((one) => ({ ...one, color_hasta: one.paginas })) : contados
  const priced = tarifas && quote(known, tarifas)
  const counts = {
    paginas: contados.reduce((sum, { paginas }) => sum + paginas, 0),
    hojas: priced?.archivos.reduce((sum, { hojas }) => sum + hojas, 0) ?? 0,
  }
  if (precioEstimado && isQuoted(carrito)) {
    const { total_impresion, total_anillado } = precioEstimado
    return {
      alcance: 'exacto',
      impresion: toCentavos(total_impresion),
      anillado: toCentavos(total_anillado),
      ...counts,
    }
  }
  return {
    alcance: uncounted > 0 ? 'desde' : contados.some(isColorPending) ? 'hasta' : 'exacto',
    impresion: (priced?.total_impresion ?? 0) + toCentavos(uncounted * ESTIMATE_PER_ARCHIVO),
    anillado: priced?.total_anillado ?? 0,
    ...counts,
  }
}

/** For one file with all its copies; its binding belongs to the volume. Pesos. */
export type Precio = { alcance: Alcance; pesos: number }

function precioOf(
  archivo: ArchivoCarrito,
  isOfQuote: boolean,
  precios: Precios | undefined,
  lectura: Lectura | undefined,
): Precio {
  if (archivo.contado && isOfQuote) return { alcance: 'exacto', pesos: archivo.contado.importe }
  const tarifas = precios && tarifasOf(precios)
  const contado = tarifas ? contadoOf(archivo, lectura, tarifas) : undefined
  const importe = tarifas && contado && quote([contado], tarifas).archivos[0]?.importe
  if (importe === undefined || importe === null) return { alcance: 'desde', pesos: ESTIMATE_PER_ARCHIVO }
  return { alcance: contado && isColorPending(contado) ? 'hasta' : 'exacto', pesos: toPesos(importe) }
}

/** Its number of pages: by the server, or as this browser read it. Null where neither could count. */
export const paginasOf = ({ contado }: ArchivoCarrito, lectura: Lectura | undefined): number | null =>
  contado?.paginas ?? (lectura?.estado === 'lista' ? lectura.paginas.length : null)

function contadoOf(
  archivo: ArchivoCarrito,
  lectura: Lectura | undefined,
  tarifas: Tarifas,
): Contado | undefined {
  const paginas = paginasOf(archivo, lectura)
  if (paginas === null) return undefined
  return {
    ...opcionesDePaso2(archivo, tarifas),
    paginas,
    paginas_color: lectura ? paginasColor(lectura) : new Set(),
    color_hasta: lectura ? colorHasta(lectura) : 0,
  }
}

/** The price of all, live. */
export function useEstimate(): Estimate {
  const carrito = useCarrito()
  const { data: precios } = useQuery(preciosQuery)
  return useLecturasOf((lecturas) => estimateOf(carrito, precios, lecturas))
}

/** The price of one file, live: the component is drawn again only when this price changes. */
export function usePrecio(archivo: ArchivoCarrito): Precio {
  const isOfQuote = useCarritoOf((carrito) => archivo.contado !== null && isQuoted(carrito))
  const { data: precios } = useQuery(preciosQuery)
  return useLecturasOf((lecturas) => precioOf(archivo, isOfQuote, precios, lecturas.get(archivo.id)))
}
