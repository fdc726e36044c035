import type { OpenDocument } from './document.ts'
import type { Beat } from './messages.ts'
import { type Raster, withRaster } from './raster.ts'

const DPI = 50
const MAX_SIDE = 1500 // pixels: an absurd page (14,400,000 pt was seen) is looked at smaller

const BLOCK = 2 // pixels: 1 mm
const SPREAD = 12 // of 255, between the strongest and the weakest channel
const BRIGHT = 200
const PAPER_TINT = 20 // a scanner sees white paper up to this far from neutral
const SHARE_OF_PAPER = 0.3

type Slice = { from: number; to: number; sliceMs: number }

/**
 * Answers page by page, in order, until the slice of time is over; at least one page.
 * A page that does not load counts as colour.
 */
export function findColor(
  document: OpenDocument,
  { from, to, sliceMs }: Slice,
  beat: Beat,
  onPage: (page: number, color: boolean) => void,
): { answered: number } {
  const end = performance.now() + sliceMs
  let page = from
  beat()
  while (page <= to) {
    onPage(page, withRaster(document, page - 1, at50Dpi, hasColor) ?? true)
    page++
    if (performance.now() > end) break
  }
  return { answered: page - from }
}

function at50Dpi(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(DPI / 72, MAX_SIDE / width, MAX_SIDE / height)
  return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
}

/**
 * Does this page print in colour? Channels are averaged over blocks of 1 mm first: the chroma noise of a grey
 * scan and the coloured fringes of its letters cancel out inside one, a pen line does not.
 */
export function hasColor({ pixels, width, height }: Raster): boolean {
  const tint = paperTint(pixels)
  for (let y = 0; y < height; y += BLOCK) {
    for (let x = 0; x < width; x += BLOCK) {
      if (blockSpread(pixels, width, height, x, y, tint) > SPREAD) return true
    }
  }
  return false
}

/** How far red and blue are from green, on average. */
type Tint = { red: number; blue: number }
const NEUTRAL: Tint = { red: 0, blue: 0 }

function blockSpread(
  pixels: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
  tint: Tint,
): number {
  let red = 0
  let green = 0
  let blue = 0
  let count = 0
  for (let y = top; y < top + BLOCK && y < height; y++) {
    for (let x = left; x < left + BLOCK && x < width; x++) {
      const at = (y * width + x) * 4
      red += pixels[at] ?? 0
      green += pixels[at + 1] ?? 0
      blue += pixels[at + 2] ?? 0
      count++
    }
  }
  const light = green / count / 255
  const redOff = (red - green) / count - tint.red * light
  const blueOff = (blue - green) / count - tint.blue * light
  return Math.max(redOff, blueOff, 0) - Math.min(redOff, blueOff, 0)
}

/** The tint of a scan's paper: mean of the bright pixels, if they are a good part of the page and nearly white. */
function paperTint(pixels: Uint8Array): Tint {
  let red = 0
  let blue = 0
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const green = pixels[at + 1] ?? 0
    if (green < BRIGHT) continue
    const redOff = (pixels[at] ?? 0) - green
    const blueOff = (pixels[at + 2] ?? 0) - green
    if (Math.max(redOff, blueOff, 0) - Math.min(redOff, blueOff, 0) > PAPER_TINT) continue
    red += redOff
    blue += blueOff
    count++
  }
  if (count < (pixels.length / 4) * SHARE_OF_PAPER) return NEUTRAL
  return { red: red / count, blue: blue / count }
}
