import type { PrintedPage } from '../read/pdfium.ts'
import { type Pdfium, withMemory } from '../read/pdfium.ts'

const PATH = 2
const IMAGE = 3
const SHADING = 4
const FORM = 5

const LOOKED_AT = 200_000 // objects of a page, those in its forms too
const MANY = 20_000
const MOST_PIXELS = 150_000_000 // of a page's pictures as often as they are drawn: A0 at 300 dpi is 139
const LARGE_PIXELS = 40_000_000
/** Points on paper. A finer dash is invisible: PDFium skips it, and others draw each of its billions. */
const FINEST_DASH = 0.05

/**
 * How hard a page is for any renderer, judged without drawing it. `heavy`: it must not reach a printer unchanged.
 * `risky`: it may be heavy; only drawing it shows.
 */
export type PageWeight = 'light' | 'risky' | 'heavy'

export function weightOf({ lib, page }: PrintedPage): PageWeight {
  const seen = withMemory(lib, 40, (at) => {
    const all: Seen = { lib, at, objects: 0, pixels: 0, hasShading: false, hasFineDash: false }
    const count = Math.min(lib.FPDFPage_CountObjects(page), LOOKED_AT)
    for (let index = 0; index < count; index++) weigh(all, lib.FPDFPage_GetObject(page, index), 1)
    return all
  })
  if (seen.hasFineDash || seen.pixels > MOST_PIXELS) return 'heavy'
  return seen.hasShading || seen.pixels > LARGE_PIXELS || seen.objects > MANY ? 'risky' : 'light'
}

type Seen = {
  lib: Pdfium
  /** Memory for PDFium's results. */
  at: number
  objects: number
  pixels: number
  hasShading: boolean
  hasFineDash: boolean
}

/** @param scale of the form that contains it */
function weigh(seen: Seen, object: number, scale: number): void {
  const { lib } = seen
  if (++seen.objects > LOOKED_AT) return
  const type = lib.FPDFPageObj_GetType(object)
  if (type === PATH) seen.hasFineDash ||= isFinelyDashed(seen, object, scale)
  else if (type === IMAGE) seen.pixels += pixelsOf(seen, object)
  else if (type === SHADING) seen.hasShading = true
  else if (type === FORM) {
    const inside = scale * scaleOf(seen, object)
    const count = Math.min(lib.FPDFFormObj_CountObjects(object), LOOKED_AT - seen.objects)
    for (let index = 0; index < count; index++) weigh(seen, lib.FPDFFormObj_GetObject(object, index), inside)
  }
}

function pixelsOf({ lib, at }: Seen, image: number): number {
  if (!lib.FPDFImageObj_GetImagePixelSize(image, at, at + 4)) return 0
  return (lib.pdfium.getValue(at, 'i32') >>> 0) * (lib.pdfium.getValue(at + 4, 'i32') >>> 0)
}

function isFinelyDashed(seen: Seen, path: number, scale: number): boolean {
  const { lib } = seen
  const count = lib.FPDFPageObj_GetDashCount(path)
  if (count < 1) return false
  return withMemory(lib, count * 4, (room) => {
    if (!lib.FPDFPageObj_GetDashArray(path, room, count)) return false
    let period = 0
    for (let index = 0; index < count; index++) period += lib.pdfium.getValue(room + index * 4, 'float')
    return period > 0 && period * scale * scaleOf(seen, path) < FINEST_DASH
  })
}

/** The average scale of its matrix. */
function scaleOf({ lib, at }: Seen, object: number): number {
  if (!lib.FPDFPageObj_GetMatrix(object, at)) return 1
  const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 8, 12].map((place) => lib.pdfium.getValue(at + place, 'float'))
  return Math.sqrt(Math.abs(a * d - b * c)) || 1
}
