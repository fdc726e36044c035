/** Corners in points: left, bottom, right, top. */
export type Box = readonly [number, number, number, number]
export type Matrix = readonly [number, number, number, number, number, number]

/** What a page dictionary says of its shape. `rotate` is clockwise. */
export type Shape = { box: Box; rotate: 0 | 90 | 180 | 270 }

const MM = 72 / 25.4
export const A4 = { width: 595.276, height: 841.89 }
const TOLERANCE = 3 * MM
const INVISIBLE = 0.6 // points, 0.2 mm: 595 x 842, 595.32 x 841.92 and their like are A4
const LETTER: Box = [0, 0, 612, 792] // PDFium's, for a page without a usable MediaBox

/** How a page gets into an A4 portrait box. */
export type Placement =
  | { how: 'as it is' } // its coordinates are those of an A4 page already
  | { how: 'box'; box: Box } // moved by its box alone
  | { how: 'matrix'; matrix: Matrix } // turned or scaled

/** Part of a sheet for one of its pages. `turned`: the sheet is read lying, its top to the left. */
export type Cell = { box: Box; turned: boolean }

const CLEAR = 3 * MM // no printer prints nearer to the edge

/**
 * The parts of a side for so many pages, in reading order: four as one sheet each is, two side by side on a sheet that
 * lies, or above each other where the pages themselves lie. Each keeps clear of the sheet's edges and of the others.
 */
export function cellsOf(perSide: 2 | 4, lying: boolean): Cell[] {
  const turned = lying === (perSide === 4)
  const [width, height] = turned ? [A4.height, A4.width] : [A4.width, A4.height]
  const columns = perSide === 4 || turned ? 2 : 1
  const rows = perSide / columns
  return Array.from({ length: perSide }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const left = (column * width) / columns + CLEAR
    const top = height - (row * height) / rows - CLEAR
    const right = left + width / columns - 2 * CLEAR
    const bottom = top - height / rows + 2 * CLEAR
    // Counter-clockwise: what is up goes to the left
    const box: Box = turned ? [A4.width - top, left, A4.width - bottom, right] : [left, bottom, right, top]
    return { box, turned }
  })
}

/** Whether most pages of a side lie. */
export const isLying = (pages: readonly { width: number; height: number }[]): boolean =>
  pages.filter(({ width, height }) => width > height).length * 2 > pages.length

/** As large as it fits, its middle in the middle of the cell; turned where its long side is not the cell's. */
export function placeInCell(shape: Shape, { box, turned }: Cell): Matrix {
  const { width, height } = shownSize(shape)
  const [cellWidth, cellHeight] = [box[2] - box[0], box[3] - box[1]]
  const isCellLying = turned ? cellHeight > cellWidth : cellWidth > cellHeight
  const turns = (turned ? 1 : 0) + (width > height === isCellLying ? 0 : 1)
  const [w, h] = turns === 1 ? [height, width] : [width, height]
  const scale = Math.min(cellWidth / w, cellHeight / h)
  return matrixFor(shape.box, quarterTurns(shape.rotate + turns * 270), scale, box)
}

/** The box a reader shows: the crop box inside the media box. The same reading as PDFium's. */
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

export function shownSize({ box, rotate }: Shape): { width: number; height: number } {
  const [left, bottom, right, top] = box
  const turned = rotate % 180 !== 0
  return turned
    ? { width: top - bottom, height: right - left }
    : { width: right - left, height: top - bottom }
}

/**
 * Landscape pages are turned 90 degrees counter-clockwise, their top towards the binding edge of a right-hand page:
 * this also undoes the /Rotate 90 with which LaTeX and Word show a landscape page of a portrait document.
 * Within 3 mm of A4 a page keeps its size, else it is scaled to fit; both centred.
 */
export function placeOnA4(shape: Shape): Placement {
  const shown = shownSize(shape)
  const landscape = shown.width > shown.height
  const width = landscape ? shown.height : shown.width
  const height = landscape ? shown.width : shown.height
  const rotate = quarterTurns(shape.rotate + (landscape ? 270 : 0))
  const scale = isNearlyA4(width, height) ? 1 : Math.min(A4.width / width, A4.height / height)
  if (rotate === 0 && scale === 1) return moved(shape.box)
  return { how: 'matrix', matrix: matrixFor(shape.box, rotate, scale) }
}

export const isNearlyA4 = (width: number, height: number) =>
  Math.abs(width - A4.width) <= TOLERANCE && Math.abs(height - A4.height) <= TOLERANCE

function moved([left, bottom, right, top]: Box): Placement {
  const corners = [left, bottom, right - A4.width, top - A4.height]
  if (corners.every((distance) => Math.abs(distance) <= INVISIBLE)) return { how: 'as it is' }
  const x = (left + right - A4.width) / 2
  const y = (bottom + top - A4.height) / 2
  return { how: 'box', box: [x, y, x + A4.width, y + A4.height] }
}

/** Takes the middle of `box` to the middle of `target`, the sheet. */
export function matrixFor(
  [left, bottom, right, top]: Box,
  rotate: Shape['rotate'],
  scale: number,
  target: Box = [0, 0, A4.width, A4.height],
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
