// The names of page sizes.
import { HOJAS, isOfHoja, type NombreHoja, TOLERANCIA_MM } from './hoja.ts'

export type NombreTamano = NombreHoja | 'Carta'

const size = (nombre: NombreTamano, ancho_mm: number, alto_mm: number) => ({
  nombre,
  ancho_mm,
  alto_mm,
  tolerancia_mm: TOLERANCIA_MM,
})

/** The shop's paper, and what else has a name. Two lengths are called Oficio in Argentina. */
const SIZES = [...Object.values(HOJAS), size('Carta', 215.9, 279.4), size('Oficio', 215.9, 355.6)]

const MM_PER_PT = 25.4 / 72

/** The name of a page size in mm, lying or upright; null where it has none. */
export const tamanoOf = (ancho_mm: number, alto_mm: number): NombreTamano | null =>
  SIZES.find((one) => isOfHoja(ancho_mm, alto_mm, one))?.nombre ?? null

/** The same for a page in points. */
export const tamanoOfPt = (width: number, height: number): NombreTamano | null =>
  tamanoOf(width * MM_PER_PT, height * MM_PER_PT)

/** 'A4', '100 × 150 mm', or 'varios tamaños' where the pages differ. */
export function tamanosText(paginas: readonly { ancho_mm: number; alto_mm: number }[]): string {
  const names = new Set(
    paginas.map(({ ancho_mm, alto_mm }) => {
      const [short, long] = [Math.min(ancho_mm, alto_mm), Math.max(ancho_mm, alto_mm)]
      return tamanoOf(short, long) ?? `${Math.round(short)} × ${Math.round(long)} mm`
    }),
  )
  return names.size > 1 ? 'varios tamaños' : ([...names][0] ?? '')
}
