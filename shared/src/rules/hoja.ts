// The sheets of paper that the shop knows how to print on.

/** In the order in which they are offered. The first is what every shop prints on. */
export const NOMBRES_HOJA = ['A4'] as const
export type NombreHoja = (typeof NOMBRES_HOJA)[number]

/**
 * A sheet that stands upright, in mm, and in points (1/72 inch) as PDF counts. `tolerancia_mm`: a page that is no more off
 * keeps its own size on it. `ipp`: its name at a printer (PWG 5101.1).
 */
export type Hoja = {
  nombre: NombreHoja
  ancho_mm: number
  alto_mm: number
  tolerancia_mm: number
  width: number
  height: number
  ipp: string
}

export const TOLERANCIA_MM = 3
const PT_PER_MM = 72 / 25.4

/** To a thousandth: less is seen by no printer, and it keeps the numbers of a PDF short. */
const toPt = (mm: number): number => Math.round(mm * PT_PER_MM * 1000) / 1000

const hoja = (nombre: NombreHoja, ancho_mm: number, alto_mm: number, ipp: string): Hoja => ({
  ...{ nombre, ancho_mm, alto_mm, ipp },
  tolerancia_mm: TOLERANCIA_MM,
  width: toPt(ancho_mm),
  height: toPt(alto_mm),
})

export const HOJAS: Readonly<Record<NombreHoja, Hoja>> = {
  A4: hoja('A4', 210, 297, 'iso_a4_210x297mm'),
}

export const { A4 } = HOJAS

/** Whether a page of so many mm, upright or lying, keeps its size on it. */
export function isOfHoja(
  ancho_mm: number,
  alto_mm: number,
  hoja: Pick<Hoja, 'ancho_mm' | 'alto_mm' | 'tolerancia_mm'>,
): boolean {
  const [short, long] = [Math.min(ancho_mm, alto_mm), Math.max(ancho_mm, alto_mm)]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= hoja.tolerancia_mm
  return isNear(short, hoja.ancho_mm) && isNear(long, hoja.alto_mm)
}

/** Of a page in points. */
export const isOfHojaPt = (width: number, height: number, hoja: Hoja): boolean =>
  isOfHoja(width / PT_PER_MM, height / PT_PER_MM, hoja)
