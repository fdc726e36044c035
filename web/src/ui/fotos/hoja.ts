// How a picture stands on its sheet.
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'

/** `entera`: all of it, with a white edge. `recortada`: it fills the sheet, and what is over is cut off. */
export type Encaje = 'entera' | 'recortada'
/** Degrees, clockwise. */
export type Giro = 0 | 90 | 180 | 270

/** The paper of pictures, whatever other paper the shop has. */
const HOJA = A4
/** 6 mm: printers do not reach the edge. */
const MARGEN = 17
const DPI = 300
const pixels = (points: number) => Math.round((points * DPI) / 72)

/** `a b c d e f` of PDF's `cm`: puts the unit square, in which PDF draws every picture, in its place. */
export type Matriz = readonly [number, number, number, number, number, number]

export type HojaDeFoto = {
  /** The size of the sheet in points. It lies when the picture does. */
  ancho: number
  alto: number
  /** Where the upright picture stands, from the lower left corner; outside of the sheet where it is cut off. */
  caja: { x: number; y: number; ancho: number; alto: number }
  matriz: Matriz
}

/** [a, b, c, d]: (x, y) goes to (ax + cy, bx + dy), with y upwards. */
type Giro2 = readonly [number, number, number, number]

/** For each EXIF orientation, 1 to 8, the turn that makes the stored picture upright. */
const UPRIGHT: readonly Giro2[] = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
]
const NO_TURN: Giro2 = [1, 0, 0, 1]
/** A quarter clockwise. */
const QUARTER: Giro2 = [0, -1, 1, 0]

/** First `second`, then `first`. */
const after = ([a, b, c, d]: Giro2, [e, f, g, h]: Giro2): Giro2 => [
  a * e + c * f,
  b * e + d * f,
  a * g + c * h,
  b * g + d * h,
]

export const isTurned = (orientacion: number): boolean => orientacion >= 5

/** The size of a picture once it is upright. */
export function upright(stored: { ancho: number; alto: number }, orientacion: number) {
  return isTurned(orientacion)
    ? { ancho: stored.alto, alto: stored.ancho }
    : { ancho: stored.ancho, alto: stored.alto }
}

/**
 * @param size upright, as EXIF says, before `giro`: pixels, or any unit
 * @param orientacion of the bytes that the PDF will carry; 1 where they were drawn anew
 */
export function hojaOf(
  size: { ancho: number; alto: number },
  { giro, encaje, orientacion }: { giro: Giro; encaje: Encaje; orientacion: number },
): HojaDeFoto {
  const turned = giro % 180 === 0 ? size : { ancho: size.alto, alto: size.ancho }
  const lies = turned.ancho > turned.alto
  const [ancho, alto] = lies ? [HOJA.height, HOJA.width] : [HOJA.width, HOJA.height]
  const edge = encaje === 'entera' ? MARGEN * 2 : 0
  const ratios = [(ancho - edge) / turned.ancho, (alto - edge) / turned.alto]
  const scale = encaje === 'entera' ? Math.min(...ratios) : Math.max(...ratios)
  const [w, h] = [turned.ancho * scale, turned.alto * scale]
  const caja = { x: (ancho - w) / 2, y: (alto - h) / 2, ancho: w, alto: h }
  let turn = UPRIGHT[orientacion - 1] ?? NO_TURN
  for (let quarter = 0; quarter < giro; quarter += 90) turn = after(QUARTER, turn)
  const [a, b, c, d] = [turn[0] * w, turn[1] * h, turn[2] * w, turn[3] * h]
  // The picture is turned about its middle, which is the middle of the sheet
  const matriz: Matriz = [a, b, c, d, ancho / 2 - (a + c) / 2, alto / 2 - (b + d) / 2]
  return { ancho, alto, caja, matriz }
}

/** How much smaller a picture is drawn, so that it has no more than 300 dots per inch of its sheet; at most 1. */
export function escalaOf({ ancho, alto }: { ancho: number; alto: number }): number {
  const [corto, largo] = ancho < alto ? [ancho, alto] : [alto, ancho]
  return Math.min(1, pixels(HOJA.width) / corto, pixels(HOJA.height) / largo)
}
