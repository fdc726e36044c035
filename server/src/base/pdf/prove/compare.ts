import { type Hoja, isOfHojaPt } from '@imprimitodo/shared/rules/compra/hoja'
import { PAPER_LEVEL } from '@imprimitodo/shared/rules/taller/tinta'
import type { PrintedPage } from '../read/pdfium.ts'
import { type PixelMatrix, type Raster, type Rectangle, withRasterBy } from '../read/raster.ts'

const DPI = 36
const AS_IT_IS = 0.6 // points, as in write/geometry.ts: a page so near its sheet keeps its coordinates

/**
 * Of 255, in the channel that differs most, after a blur of one pixel: a smaller difference is only another
 * edge.
 */
const DIFFERENT = 48
/**
 * Allowed differences: a share of the sheet in all, and pixels in one piece (half a square millimetre each).
 */
const MOST_OF_SHEET = 0.002
const MOST_IN_ONE_PIECE = 30

const pixels = (points: number) => Math.round((points * DPI) / 72)

/**
 * Draws a page at its place on its sheet: the place of `placeOnHoja`, computed independently.
 * @param use gets the drawn sheet, and the place of the page on it
 * @param edge the place of another page on it: pixels that its edges cover only in part become white here too
 */
export function withSheet<T>(
  hoja: Hoja,
  printed: PrintedPage,
  use: (raster: Raster, shown: Rectangle) => T,
  edge?: Rectangle,
): T | undefined {
  const { lib, page } = printed
  const width = lib.FPDF_GetPageWidthF(page)
  const height = lib.FPDF_GetPageHeightF(page)
  const placed = placeOf(hoja, { width, height })
  const sheet = { width: pixels(hoja.width), height: pixels(hoja.height), ...placed, edge }
  return withRasterBy(printed, sheet, (raster) => use(raster, placed.shown))
}

/** Where a shown page is on its sheet: from its points (y downwards) to pixels of the sheet. */
function placeOf(hoja: Hoja, { width, height }: Size): { matrix: PixelMatrix; shown: Rectangle } {
  const lying = width > height
  const [short, long] = lying ? [height, width] : [width, height]
  const scale = isOfHojaPt(short, long, hoja) ? 1 : Math.min(hoja.width / short, hoja.height / long)
  const off = { x: hoja.width - short * scale, y: hoja.height - long * scale }
  const isAsItIs = !lying && Math.abs(off.x) <= AS_IT_IS && Math.abs(off.y) <= AS_IT_IS
  const [x, y] = isAsItIs ? [0, off.y] : [off.x / 2, off.y / 2] // its lower left corner stays where it is
  const px = DPI / 72
  const k = scale * px
  const [left, top] = [x * px, y * px]
  const shown: Rectangle = [left, top, left + short * k, top + long * k]
  return { matrix: lying ? [0, -k, k, 0, left, shown[3]] : [k, 0, 0, k, left, top], shown }
}

/** In pixels. */
type Size = { width: number; height: number }

/** Whether two drawings (RGBA) of one sheet of that size look the same. */
export function isSamePicture(size: Size, a: Uint8Array, b: Uint8Array): boolean {
  if (Buffer.compare(a, b) === 0 || differences(a, b) === 0) return true
  const far = farPixels(size, blurred(size, a), blurred(size, b))
  const count = far.reduce((sum, pixel) => sum + pixel, 0)
  return count <= MOST_OF_SHEET * far.length && largestPiece(far, size.width) <= MOST_IN_ONE_PIECE
}

/** Number of differing pixels before any blur: if it is 0, there are none after it. */
function differences(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let at = 0; at < a.length; at++) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > DIFFERENT) count++
  return count
}

/** Mean of each pixel and its eight neighbours, three channels; the sheet's outermost pixels stay as they are. */
function blurred({ width, height }: Size, pixels: Uint8Array): Uint8Array {
  const out = Uint8Array.from(pixels)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      for (let channel = at; channel < at + 3; channel++) {
        let sum = 0
        for (let row = channel - width * 4; row <= channel + width * 4; row += width * 4)
          sum += (pixels[row - 4] ?? 0) + (pixels[row] ?? 0) + (pixels[row + 4] ?? 0)
        out[channel] = sum / 9
      }
    }
  }
  return out
}

/**
 * 1 for each pixel of one drawing that is lighter or darker than all pixels around it in the other. Renderers
 * put the edge of a surface on whole pixels, so a tenth of a pixel may move it by one.
 */
function farPixels({ width, height }: Size, a: Uint8Array, b: Uint8Array): Uint8Array {
  const far = new Uint8Array(a.length / 4)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      for (let channel = at; channel < at + 3; channel++) if (isFar(a, b, channel, width)) far[at / 4] = 1
    }
  }
  return far
}

function isFar(a: Uint8Array, b: Uint8Array, channel: number, width: number): boolean {
  if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) <= DIFFERENT) return false
  return isOutOfRange(a, b, channel, width) || isOutOfRange(b, a, channel, width)
}

function isOutOfRange(one: Uint8Array, other: Uint8Array, channel: number, width: number): boolean {
  const value = one[channel] ?? 0
  let low = 255
  let high = 0
  for (const row of [-width * 4, 0, width * 4]) {
    for (const step of [-4, 0, 4]) {
      const near = other[channel + row + step] ?? 0
      low = Math.min(low, near)
      high = Math.max(high, near)
    }
  }
  return value < low - DIFFERENT || value > high + DIFFERENT
}

/** The largest group of pixels that touch at a side. Empties `far`. */
function largestPiece(far: Uint8Array, width: number): number {
  let largest = 0
  for (let start = 0; start < far.length; start++) {
    if (!far[start]) continue
    far[start] = 0
    const piece = [start]
    for (const at of piece) {
      for (const next of [at - width, at + width, at - 1, at + 1]) {
        const isBeside = Math.abs((next % width) - (at % width)) <= 1
        if (!far[next] || !isBeside) continue
        far[next] = 0
        piece.push(next)
      }
    }
    largest = Math.max(largest, piece.length)
  }
  return largest
}

const INK = 200
const EDGE_PIXELS = 4 // 3 mm

/** A sheet without any mark. */
export const isBlank = ({ pixels }: Raster): boolean => pixels.every((value) => value > PAPER_LEVEL)

/** Whether something is printed so near the edge that printers cut it. */
export function hasInkAtEdge({ pixels, width, height }: Raster): boolean {
  const isInk = (x: number, y: number) => (pixels[(y * width + x) * 4 + 1] ?? 255) < INK
  for (let y = 0; y < height; y++) {
    const isBand = y < EDGE_PIXELS || y >= height - EDGE_PIXELS
    for (let x = 0; x < width; x++) {
      if (!isBand && x === EDGE_PIXELS) x = width - EDGE_PIXELS
      if (isInk(x, y)) return true
    }
  }
  return false
}
