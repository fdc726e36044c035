// Whether a page prints in colour: the one rule, used by the browser and by the server.

const DPI = 50
const MAX_SIDE = 1500 // pixels: an absurd page (14,400,000 pt was seen) is examined at a smaller size

/** The size in pixels at which a page, given in points, is examined. */
export function at50Dpi(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(DPI / 72, MAX_SIDE / width, MAX_SIDE / height)
  return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
}

/** A page of which pictures cover at least this share is a scan. */
export const SHARE_OF_SCAN = 0.5

/**
 * A page drawn on white in the size of `at50Dpi`: 4 bytes a pixel (RGBA), rows without padding. `isScan`: is
 * most of it pictures?
 */
export type Pixeles = { pixels: Uint8Array; width: number; height: number; isScan(): boolean }

/** How faint a tint of a scan is still colour: the owner's choice. */
export const SENSIBILIDADES = ['alta', 'normal', 'baja'] as const
export type Sensibilidad = (typeof SENSIBILIDADES)[number]
export const DEFAULT_SENSIBILIDAD: Sensibilidad = 'normal'

// Spread: of 255, between the strongest and the weakest channel, averaged over a square of pixels (0.5 mm each).
export const DRAWN = { side: 2, spread: 12 }
/** A channel above it is paper: of 255. */
export const PAPER_LEVEL = 250
/**
 * Scanners give grey things tints of 13 to 24, and pale stamps have as much: no threshold is right for all. A
 * stamp in pale blue pen may have 15, the fringe of a bad scanner 22.
 */
const SCANNED: Record<Sensibilidad, { side: number; spread: number }> = {
  alta: { side: 4, spread: 12 },
  normal: { side: 4, spread: 18 },
  baja: { side: 4, spread: 24 },
}

const BRIGHT = 200
const PAPER_TINT = 32 // a scanner sees white paper, yellowed with age, up to this far from neutral
const SHARE_OF_PAPER = 0.3

/**
 * Whether this page prints in colour. On a drawn page any square millimetre with colour counts. A scan has chroma
 * noise, coloured fringes along its letters and tinted paper, none of which is colour: they cancel out over 2
 * mm, or are the same everywhere, while a pen line, a stamp or a logo stays. Whether it is a scan is checked
 * last: it costs more.
 */
export function hasColor(raster: Pixeles, sensibilidad: Sensibilidad = DEFAULT_SENSIBILIDAD): boolean {
  if (isNeutral(raster.pixels) || !hasColoredSquare(raster, DRAWN, NEUTRAL)) return false
  return !raster.isScan() || hasColoredSquare(raster, SCANNED[sensibilidad], paperTint(raster.pixels))
}

/** Most pages without colour have no coloured pixel at all, and this check takes a tenth of the time. */
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

/**
 * Squares overlap by half, so that a stroke falls whole into one of them. On a page narrower than a square they are
 * smaller, since the page is enlarged to its sheet like all others.
 */
function hasColoredSquare(raster: Pixeles, square: { side: number; spread: number }, tint: Tint): boolean {
  const { pixels, width, height } = raster
  const side = Math.min(square.side, width, height)
  const step = Math.max(1, side >> 1)
  for (let y = 0; y + side <= height; y += step) {
    for (let x = 0; x + side <= width; x += step) {
      if (spreadOf(pixels, (y * width + x) * 4, side, width * 4, tint) > square.spread) return true
    }
  }
  return false
}

/** The spread of the square whose first pixel is at `start`, rows `stride` bytes apart. */
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
