import type { Opciones } from './archivo.ts'
import { impresasOf, lastPageOf, pagesOf, runsOf } from './paginas.ts'

/** Options and what the PDF engine found. Pages count from 1; 1 to `color_hasta` have been examined for colour. */
export type Contado = Opciones & {
  paginas: number
  paginas_color: ReadonlySet<number>
  color_hasta: number
}

/** The facts that decide a sheet's price, besides its paper. */
export type ClaseHoja = { caras: 1 | 2; color: boolean }

type Impreso = Pick<Contado, 'paginas' | 'rango' | 'por_carilla'>

/** Printed sides of one copy. */
export const carillasOf = (archivo: Impreso): number => Math.ceil(impresasOf(archivo) / archivo.por_carilla)

/** The sheets that n sides need: printed on two sides floor(n/2), plus a one-sided sheet if n is odd; on one side n. */
export const hojasOf = (carillas: number, doble_faz: boolean): number =>
  doble_faz ? Math.ceil(carillas / 2) : carillas

/**
 * Whether a sheet of one copy, from 0, is priced as colour. With the owner's switch `color_por_hoja`, a sheet
 * of a `color` file is b/w if none of its pages has colour; pages not examined yet count as colour.
 */
export function hojaEnColor(archivo: Contado, colorPorHoja: boolean): (hoja: number) => boolean {
  if (archivo.color !== 'color') return () => false
  if (!colorPorHoja) return () => true
  const pages = pagesOf(runsOf(archivo))
  const perSheet = archivo.por_carilla * (archivo.doble_faz ? 2 : 1)
  const inColor = pageInColor(archivo)
  return (hoja) => pages.slice(hoja * perSheet, (hoja + 1) * perSheet).some(inColor)
}

/** Whether any printed page of a `color` file has colour, or is not examined yet. */
export const printsColor = (archivo: Contado): boolean =>
  archivo.color === 'color' && pagesOf(runsOf(archivo)).some(pageInColor(archivo))

const pageInColor =
  ({ color_hasta, paginas_color }: Pick<Contado, 'color_hasta' | 'paginas_color'>) =>
  (page: number): boolean =>
    page > color_hasta || paginas_color.has(page)

/** The sheets of one copy by kind, as `hojaEnColor` tells colour. */
export function countHojas(
  archivo: Contado,
  colorPorHoja: boolean,
): { clase: ClaseHoja; cantidad: number }[] {
  const { doble_faz } = archivo
  const carillas = carillasOf(archivo)
  const total = hojasOf(carillas, doble_faz)
  const lastIsSingle = doble_faz && carillas % 2 === 1
  const inColor = hojaEnColor(archivo, colorPorHoja)
  const found = new Map<string, { clase: ClaseHoja; cantidad: number }>()
  for (let hoja = 0; hoja < total; hoja++) {
    const caras = doble_faz && !(lastIsSingle && hoja === total - 1) ? 2 : 1
    const color = inColor(hoja)
    const kind = found.get(`${caras}${color}`) ?? { clase: { caras, color }, cantidad: 0 }
    kind.cantidad++
    found.set(`${caras}${color}`, kind)
  }
  return [...found.values()]
}

/** Whether pages that matter to the price are still to be examined for colour. */
export const isColorPending = (archivo: Contado): boolean =>
  archivo.color === 'color' && archivo.color_hasta < lastPageOf(archivo)
