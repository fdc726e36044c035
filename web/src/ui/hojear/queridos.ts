import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Hojeable, LugarDeCara, PaginaPuesta } from '@imprimitodo/shared/rules/taller/hojear'
import { keyOf, type Querido } from './dibujos.ts'

/** How wide an upright sheet is shown, in CSS pixels: large, and in the strip. */
const SHEET_PX = { large: 340, small: 36 }
/** The most pages drawn for the strip, those nearest to the visible ones. */
const SMALL_AT_MOST = 28
const MOST_DENSE = 2

/** The displayed width of a page, along its own upper edge. */
function widthOf({ width, height }: Hoja, { turns, box }: PaginaPuesta, sheet: number): number {
  const share = turns === 1 ? (box.height * height) / width : box.width
  return Math.max(1, Math.ceil(share * sheet))
}

/**
 * The wanted pictures, the most wanted first, each once: visible pages, then the strip outwards from them,
 * then the neighbours. `dense`: device pixels per CSS pixel.
 */
export function queridosOf(
  of: Hojeable,
  seen: readonly (LugarDeCara | null)[],
  near: readonly (LugarDeCara | null)[],
  sight: { desde: number; hasta: number },
  dense: number,
): Querido[] {
  const large = SHEET_PX.large * Math.min(MOST_DENSE, dense)
  const small = SHEET_PX.small * Math.min(MOST_DENSE, dense)
  const pagesOf = (lugares: readonly (LugarDeCara | null)[]) =>
    lugares.flatMap((lugar) => (lugar ? of.caraOf(lugar).paginas : []))
  const looked = pagesOf(seen).map((one) => asked(of.papel, one, large, true))
  const strip = pagesOf(stripOf(of, seen, sight)).map((one) => asked(of.papel, one, small, false))
  const around = pagesOf(near).map((one) => asked(of.papel, one, large, false))
  const wide = new Set([...looked, ...around].map(keyOf))
  const all = [...looked, ...strip.filter((one) => !wide.has(keyOf(one))).slice(0, SMALL_AT_MOST), ...around]
  const first = new Map<string, Querido>()
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
  return [...first.values()]
}

const asked = (hoja: Hoja, puesta: PaginaPuesta, sheet: number, needed: boolean): Querido => ({
  archivo: puesta.archivo,
  pagina: puesta.pagina,
  ancho: widthOf(hoja, puesta, sheet),
  needed,
})

function stripOf(
  of: Hojeable,
  seen: readonly (LugarDeCara | null)[],
  { desde, hasta }: { desde: number; hasta: number },
): LugarDeCara[] {
  const middle = seen.find((lugar) => lugar !== null)?.hoja ?? 1
  const caras: readonly LugarDeCara['cara'][] = of.lados === 2 ? ['frente', 'dorso'] : ['frente']
  return Array.from({ length: hasta - desde + 1 }, (_, at) => desde + at)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .flatMap((hoja) => caras.map((cara) => ({ hoja, cara })))
}
