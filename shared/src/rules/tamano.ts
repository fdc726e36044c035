// The names of paper sizes, and how far off a page may be and still be of one.

const MM_PER_PT = 25.4 / 72
const TOLERANCE_MM = 3

/** Upright, in mm. Both lengths go by the name of Oficio here. */
const SIZES = [
  ['A4', 210, 297],
  ['Carta', 215.9, 279.4],
  ['Oficio', 215.9, 355.6],
  ['Oficio', 216, 340],
  ['A3', 297, 420],
] as const

export type Tamano = (typeof SIZES)[number][0]

/** What a page of so many mm is called, lying or upright; null where it has no name. */
export function tamanoOf(ancho_mm: number, alto_mm: number): Tamano | null {
  const [short, long] = [Math.min(ancho_mm, alto_mm), Math.max(ancho_mm, alto_mm)]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE_MM
  return SIZES.find(([, width, height]) => isNear(short, width) && isNear(long, height))?.[0] ?? null
}

/** Of a page in points. */
export const tamanoOfPt = (width: number, height: number): Tamano | null =>
  tamanoOf(width * MM_PER_PT, height * MM_PER_PT)

/** 'A4', '100 × 150 mm', or 'varios tamaños' of pages that differ. */
export function tamanosText(paginas: readonly { ancho_mm: number; alto_mm: number }[]): string {
  const names = new Set(
    paginas.map(({ ancho_mm, alto_mm }) => {
      const [short, long] = [Math.min(ancho_mm, alto_mm), Math.max(ancho_mm, alto_mm)]
      return tamanoOf(short, long) ?? `${Math.round(short)} × ${Math.round(long)} mm`
    }),
  )
  return names.size > 1 ? 'varios tamaños' : ([...names][0] ?? '')
}
