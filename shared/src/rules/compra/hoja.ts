// The sheets of paper that the shop knows how to print on.

/** In the order in which they are offered. Every shop prints on the first one. */
export const NOMBRES_HOJA = ['A4', 'A3', 'Oficio'] as const
export type NombreHoja = (typeof NOMBRES_HOJA)[number]

/** Paper that only some shops sell. */
export const OTRAS_HOJAS = ['A3', 'Oficio'] as const satisfies readonly NombreHoja[]
export type OtraHoja = (typeof OTRAS_HOJAS)[number]

/**
 * A sheet that stands upright, in mm, and in points (1/72 inch) as PDF counts. `tolerancia_mm`: a page within
 * this difference keeps its own size on it. `ipp`: its name at a printer (PWG 5101.1).
 */
export type Hoja<N extends NombreHoja = NombreHoja> = {
  nombre: N
  ancho_mm: number
  alto_mm: number
  tolerancia_mm: number
  width: number
  height: number
  ipp: string
}

export const TOLERANCIA_MM = 3
const PT_PER_MM = 72 / 25.4

/** To a thousandth: printers do not resolve less, and it keeps the numbers of a PDF short. */
const toPt = (mm: number): number => Math.round(mm * PT_PER_MM * 1000) / 1000

const hoja = <N extends NombreHoja>(nombre: N, ancho_mm: number, alto_mm: number, ipp: string): Hoja<N> => ({
  nombre,
  ancho_mm,
  alto_mm,
  ipp,
  tolerancia_mm: TOLERANCIA_MM,
  width: toPt(ancho_mm),
  height: toPt(alto_mm),
})

export const HOJAS: { readonly [N in NombreHoja]: Hoja<N> } = {
  A4: hoja('A4', 210, 297, 'iso_a4_210x297mm'),
  A3: hoja('A3', 297, 420, 'iso_a3_297x420mm'),
  // Argentina's size, which differs from the Mexican one and from Legal
  Oficio: hoja('Oficio', 215.9, 340, 'na_oficio_8.5x13.4in'),
}

export const { A4 } = HOJAS

/** Whether a page of this size in mm, upright or lying, keeps its size on the sheet. */
export function isOfHoja(
  ancho_mm: number,
  alto_mm: number,
  hoja: Pick<Hoja, 'ancho_mm' | 'alto_mm' | 'tolerancia_mm'>,
): boolean {
  const [short, long] = [Math.min(ancho_mm, alto_mm), Math.max(ancho_mm, alto_mm)]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= hoja.tolerancia_mm
  return isNear(short, hoja.ancho_mm) && isNear(long, hoja.alto_mm)
}

/** The same for a page in points. */
export const isOfHojaPt = (width: number, height: number, hoja: Hoja): boolean =>
  isOfHoja(width / PT_PER_MM, height / PT_PER_MM, hoja)
