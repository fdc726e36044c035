import type { OpenDocument } from './document.ts'
import type { Beat } from './messages.ts'
import { type PrintedPage, type Raster, withPage, withRaster } from './raster.ts'
import { scanImageOf } from './scan-image.ts'
import { loadSharp } from './sharp.ts'

const DPI = 50
const SCAN_PIXELS = 585 // A4's height at that resolution
const MAX_SIDE = 1500 // pixels: an absurd page (14,400,000 pt was seen) is looked at smaller

// Spread: of 255, between the strongest and the weakest channel, averaged over a square of pixels (0.5 mm each).
const DRAWN = { side: 2, spread: 12 }
const SCANNED = { side: 4, spread: 18 }

const BRIGHT = 200
const PAPER_TINT = 32 // a scanner sees white paper, yellowed with age, up to this far from neutral
const SHARE_OF_PAPER = 0.3

type Slice = { from: number; to: number; sliceMs: number }

/**
 * Answers page by page, in order, until the slice of time is over; at least one page.
 */
export async function findColor(
  document: OpenDocument,
  { from, to, sliceMs }: Slice,
  beat: Beat,
  onPage: (page: number, color: boolean) => void,
): Promise<{ answered: number }> {
  const end = performance.now() + sliceMs
  let page = from
  beat()
  while (page <= to) {
    onPage(page, await isColorPage(document, page - 1))
    page++
    if (performance.now() > end) break
  }
  return { answered: page - from }
}

/** A page that does not load, or that there is no memory for, counts as colour. */
async function isColorPage(document: OpenDocument, index: number): Promise<boolean> {
  const render = (printed: PrintedPage) => withRaster(printed, at50Dpi, hasColor) ?? true
  const seen = withPage(document, index, (printed) => scanImageOf(printed) ?? render(printed)) ?? true
  if (typeof seen === 'boolean') return seen
  if (seen.is === 'grey') return false
  const raster = await reduced(seen.data).catch(() => undefined)
  return raster ? hasColor(raster) : (withPage(document, index, render) ?? true) // libvips is stricter than PDFium
}

/** A scan at about the size that rendering its page would give. */
export async function reduced(jpeg: Buffer): Promise<Raster> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(jpeg)
    .resize({ width: SCAN_PIXELS, height: SCAN_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8Array(data), width: info.width, height: info.height, isScan: () => true }
}

function at50Dpi(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(DPI / 72, MAX_SIDE / width, MAX_SIDE / height)
  return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
}

/**
 * Does this page print in colour? On a drawn page any square millimetre with colour counts. A scan has chroma
 * noise, coloured fringes along its letters and tinted paper, none of which is colour: they cancel out over 2 mm,
 * or are the same everywhere, while a pen line, a stamp or a logo stays. Being a scan is asked last: it costs more.
 */
export function hasColor(raster: Raster): boolean {
  if (isNeutral(raster.pixels) || !hasColoredSquare(raster, DRAWN, NEUTRAL)) return false
  return !raster.isScan() || hasColoredSquare(raster, SCANNED, paperTint(raster.pixels))
}

/** Most pages without colour have not one pixel of it, and this takes a tenth of the time. */
export function isNeutral(pixels: Uint8Array): boolean {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0
    if ((word & 0xffff) !== ((word >>> 8) & 0xffff)) return false
  }
  return true
}

/** How far red and blue are from green, on average. */
type Tint = { red: number; blue: number }
const NEUTRAL: Tint = { red: 0, blue: 0 }

/** Squares overlap by half: a stroke falls whole into one of them. */
function hasColoredSquare(raster: Raster, square: { side: number; spread: number }, tint: Tint): boolean {
  const { pixels, width, height } = raster
  const { side } = square
  for (let y = 0; y + side <= height; y += side / 2) {
    for (let x = 0; x + side <= width; x += side / 2) {
      if (spreadOf(pixels, (y * width + x) * 4, side, width * 4, tint) > square.spread) return true
    }
  }
  return false
}

/** Of the square whose first pixel is at `start`, rows `stride` bytes apart. */
function spreadOf(pixels: Uint8Array, start: number, side: number, stride: number, tint: Tint): number {
  let red = 0
  let green = 0
  let blue = 0
  for (let row = 0; row < side; row++) {
    const from = start + row * stride
    for (let at = from; at < from + side * 4; at += 4) {
      red += pixels[at] ?? 0
      green += pixels[at + 1] ?? 0
      blue += pixels[at + 2] ?? 0
    }
  }
  const count = side * side
  const light = green / count / 255
  return spread((red - green) / count - tint.red * light, (blue - green) / count - tint.blue * light)
}

/** Between the strongest and the weakest channel, given how far red and blue are from green. */
const spread = (red: number, blue: number) => Math.max(red, blue, 0) - Math.min(red, blue, 0)

/** The mean tint of the bright pixels, if they are a good part of the page and nearly white. */
function paperTint(pixels: Uint8Array): Tint {
  let red = 0
  let blue = 0
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const green = pixels[at + 1] ?? 0
    const redOff = (pixels[at] ?? 0) - green
    const blueOff = (pixels[at + 2] ?? 0) - green
    if (green < BRIGHT || spread(redOff, blueOff) > PAPER_TINT) continue
    red += redOff
    blue += blueOff
    count++
  }
  if (count < (pixels.length / 4) * SHARE_OF_PAPER) return NEUTRAL
  return { red: red / count, blue: blue / count }
}
