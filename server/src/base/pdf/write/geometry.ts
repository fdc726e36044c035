import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'
import {
  type Box,
  boxOf,
  type Cell,
  fitInCell,
  fitOnSheet,
  type Size,
} from '@imprimitodo/shared/rules/taller/celdas'

export type Matrix = readonly [number, number, number, number, number, number]

/** The shape of a page by its dictionary. `rotate` is clockwise. */
export type Shape = { box: Box; rotate: 0 | 90 | 180 | 270 }

const INVISIBLE = 0.6 // points, 0.2 mm: 595 x 842, 595.32 x 841.92 and their like are A4
const LETTER: Box = [0, 0, 612, 792] // PDFium's, for a page without a usable MediaBox

/** How a page is put into the box of its sheet, which is upright. */
export type Placement =
  | { how: 'as it is' } // its coordinates are the sheet's already
  | { how: 'box'; box: Box; clipped: boolean } // moved by its box alone; `clipped`: the box shows more than the page
  | { how: 'matrix'; matrix: Matrix } // turned or scaled

/** Places a page as large as it fits, centred; turned if the page lies and the cell is upright, or the reverse. */
export function placeInCell(shape: Shape, cell: Cell): Matrix {
  const { turns, scale, box } = fitInCell(shownSize(shape), cell)
  return matrixFor(shape.box, quarterTurns(shape.rotate + turns * 270), scale, box)
}

/** The box that a reader shows: the crop box inside the media box, computed as PDFium does. */
export function shownBox(mediaBox: number[] | undefined, cropBox: number[] | undefined): Box {
  const media = normalise(mediaBox) ?? LETTER
  const crop = normalise(cropBox)
  if (!crop) return media
  const [left, bottom, right, top] = media
  const shown = [
    Math.max(left, crop[0]),
    Math.max(bottom, crop[1]),
    Math.min(right, crop[2]),
    Math.min(top, crop[3]),
  ] as const
  return normalise([...shown]) && shown[0] < shown[2] && shown[1] < shown[3] ? shown : media
}

function normalise(box: number[] | undefined): Box | undefined {
  const [a, b, c, d] = box ?? []
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if (![a, b, c, d].every(Number.isFinite) || a === c || b === d) return undefined
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** /Rotate as readers take it: whole quarter turns, any sign. */
export function quarterTurns(rotate: number): Shape['rotate'] {
  const turns = (((Math.trunc(rotate / 90) || 0) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[turns] ?? 0
}

export function shownSize({ box, rotate }: Shape): Size {
  const [left, bottom, right, top] = box
  const turned = rotate % 180 !== 0
  return turned
    ? { width: top - bottom, height: right - left }
    : { width: right - left, height: top - bottom }
}

/**
 * Landscape pages are turned 90 degrees counter-clockwise: this also undoes the /Rotate 90 with which LaTeX and Word show
 * a landscape page of a portrait document. Scaled or not, a page is centred.
 */
export function placeOnHoja(hoja: Hoja, shape: Shape): Placement {
  const { turns, scale } = fitOnSheet(hoja, shownSize(shape))
  const rotate = quarterTurns(shape.rotate + turns * 270)
  if (rotate === 0 && scale === 1) return moved(hoja, shape.box)
  return { how: 'matrix', matrix: matrixFor(shape.box, rotate, scale, boxOf(hoja)) }
}

function moved({ width, height }: Hoja, [left, bottom, right, top]: Box): Placement {
  const corners = [left, bottom, right - width, top - height]
  if (corners.every((distance) => Math.abs(distance) <= INVISIBLE)) return { how: 'as it is' }
  const x = (left + right - width) / 2
  const y = (bottom + top - height) / 2
  const clipped = right - left < width - INVISIBLE || top - bottom < height - INVISIBLE
  return { how: 'box', box: [x, y, x + width, y + height], clipped }
}

/** Moves the middle of `box` to the middle of `target`. */
function matrixFor(
  [left, bottom, right, top]: Box,
  rotate: Shape['rotate'],
  scale: number,
  target: Box,
): Matrix {
  const [a, b, c, d] = {
    0: [1, 0, 0, 1],
    90: [0, -1, 1, 0],
    180: [-1, 0, 0, -1],
    270: [0, 1, -1, 0],
  }[rotate].map((unit) => unit * scale) as [number, number, number, number]
  const x = (left + right) / 2
  const y = (bottom + top) / 2
  const [atX, atY] = [(target[0] + target[2]) / 2, (target[1] + target[3]) / 2]
  return [a, b, c, d, atX - a * x - c * y, atY - b * x - d * y]
}
