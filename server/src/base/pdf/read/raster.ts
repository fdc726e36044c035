import type { OpenDocument } from './document.ts'
import { drawField } from './draw-field.ts'
import { isScan } from './page-objects.ts'
import type { Pdfium, PrintedPage } from './pdfium.ts'

const NORMAL_APPEARANCE = 0
const BGRA = 4
const WHITE = 0xffffffff
const CLEAR = 0
const RENDER_FOR_PRINT = 0x801 // FPDF_PRINTING, and FPDF_ANNOT: the annotations whose print flag is set
const RGBA_ORDER = 0x10

// FPDF_ANNOT_*: note, free text, line, square, circle, polygon, polyline, the four marks on text, caret, ink, form field,
// mark of a redaction
const LINK = 2
const WIDGET = 20
const HIDDEN = 2 // FPDF_ANNOT_FLAG_*
const PRINT = 4
const DRAWN_BY_READERS = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, WIDGET, 28])

/** Pixels on white, 4 bytes each (RGBA), rows without padding. Valid until the next call of PDFium. */
export type Raster = { pixels: Uint8Array; width: number; height: number; isScan(): boolean }

type Size = { width: number; height: number }

/** Loads a page (0-based). @returns undefined if the page does not load */
export function withPage<T>(
  document: OpenDocument,
  index: number,
  use: (printed: PrintedPage) => T,
): T | undefined {
  const { lib, handle } = document
  const page = lib.FPDF_LoadPage(handle, index)
  if (!page) return undefined
  try {
    if (lib.EPDFPage_GetAnnotCountRaw(handle, index) > 0) giveAppearances(document, page, index)
    return use({ lib, page })
  } finally {
    lib.FPDF_ClosePage(page)
  }
}

/**
 * Renders a page.
 * @param scale turns the page's size in points into pixels
 * @returns undefined if there is no memory for it
 */
export function withRaster<T>(
  printed: PrintedPage,
  scale: (width: number, height: number) => Size,
  use: (raster: Raster) => T,
): T | undefined {
  const { lib, page } = printed
  const [pageWidth, pageHeight] = [lib.FPDF_GetPageWidthF(page), lib.FPDF_GetPageHeightF(page)]
  const { width, height } = scale(pageWidth, pageHeight)
  const matrix: PixelMatrix = [width / pageWidth, 0, 0, height / pageHeight, 0, 0]
  return withRasterBy(printed, { width, height, matrix }, use)
}

/** From points of the shown page (y downwards) to pixels: FS_MATRIX. */
export type PixelMatrix = [number, number, number, number, number, number]

/** Left, top, right, bottom, in pixels. */
export type Rectangle = [number, number, number, number]

type Place = Size & { matrix: PixelMatrix; shown?: Rectangle; edge?: Rectangle | undefined }

/**
 * The same, placed by a matrix on a bitmap of this size, of which the shown page takes a part. `edge`: of another page,
 * whose pixels covered in part are white here too.
 */
export function withRasterBy<T>(
  { lib, page }: PrintedPage,
  { width, height, matrix, shown = [0, 0, width, height], edge }: Place,
  use: (raster: Raster) => T,
): T | undefined {
  const bitmap = lib.FPDFBitmap_CreateEx(width, height, BGRA, 0, width * 4)
  if (!bitmap) return undefined
  const { malloc, free } = lib.pdfium.wasmExports
  const numbers = malloc(40) // FS_MATRIX and FS_RECTF
  // A blend mode mixes with what the page has drawn, and not with the paper: `Screen` on white would show nothing
  const isBlended = lib.FPDFPage_HasTransparency(page) || lib.FPDFPage_GetAnnotCount(page) > 0
  try {
    for (const [index, value] of [...matrix, 0, 0, width, height].entries())
      lib.pdfium.setValue(numbers + index * 4, value, 'float')
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, isBlended ? CLEAR : WHITE)
    lib.FPDF_RenderPageBitmapWithMatrix(bitmap, page, numbers, numbers + 24, RENDER_FOR_PRINT | RGBA_ORDER)
    renderWidgets({ lib, page }, bitmap, numbers)
    if (isBlended) putOnWhite(lib, lib.FPDFBitmap_GetBuffer(bitmap), width * height)
    whitenAround(lib, bitmap, { width, height, shown })
    if (edge) whitenEdge(lib, bitmap, { width, height, shown: edge })
    const start = lib.FPDFBitmap_GetBuffer(bitmap)
    return use({
      // Read again each time: any call of PDFium may grow the heap, which detaches the old array
      get pixels() {
        return lib.pdfium.HEAPU8.subarray(start, start + width * height * 4)
      },
      width,
      height,
      isScan: () => isScan(lib, page),
    })
  } finally {
    free(numbers)
    lib.FPDFBitmap_Destroy(bitmap)
  }
}

/** Colours of pixels that are not opaque, as on white paper. */
function putOnWhite(lib: Pdfium, start: number, count: number): void {
  const pixels = lib.pdfium.HEAPU8.subarray(start, start + count * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round(((pixels[channel] ?? 0) * alpha) / 255 + 255 - alpha)
    pixels[at + 3] = 255
  }
}

type Shown = Size & { shown: Rectangle }

/** A page is drawn as far as its bitmap goes: what its crop box cuts off is taken away again, pixels cut in part too. */
const whitenAround = (lib: Pdfium, bitmap: number, { width, height, shown }: Shown): void =>
  whiten(lib, bitmap, {
    width,
    height,
    from: [0, 0, 0, 0],
    to: offsOf({ width, height, shown }).map(Math.ceil),
  })

/** The pixels that a page covers in part: of a line at its edge they show as much as they are covered. */
function whitenEdge(lib: Pdfium, bitmap: number, { width, height, shown }: Shown): void {
  const offs = offsOf({ width, height, shown })
  whiten(lib, bitmap, { width, height, from: offs.map(Math.floor), to: offs.map(Math.ceil) })
}

/** How far the page's sides are from the sheet's: left, top, right, bottom; 0 where both end together. */
const offsOf = ({ width, height, shown: [left, top, right, bottom] }: Shown): number[] =>
  [left, top, width - right, height - bottom].map((off) => (off < 1 ? 0 : off))

/** Strips along the four sides, from one distance to another. */
function whiten(
  lib: Pdfium,
  bitmap: number,
  { width, height, from, to }: Size & { from: number[]; to: number[] },
): void {
  const [, , right = 0, bottom = 0] = to
  const [wideLeft, highTop, wideRight, highBottom] = to.map((end, side) => end - (from[side] ?? 0))
  const white = (x: number, y: number, wide = 0, high = 0) => {
    if (wide > 0 && high > 0) lib.FPDFBitmap_FillRect(bitmap, x, y, wide, high, WHITE)
  }
  white(0, from[1] ?? 0, width, highTop)
  white(0, height - bottom, width, highBottom)
  white(from[0] ?? 0, 0, wideLeft, height)
  white(width - right, 0, wideRight, height)
}

/** Rendering a page leaves form fields out: they are drawn over it, as PDFium does with other annotations. */
function renderWidgets({ lib, page }: PrintedPage, bitmap: number, matrix: number): void {
  for (const annotation of annotationsOf({ lib, page })) {
    if (isPrinted(lib, annotation) && lib.FPDFAnnot_GetSubtype(annotation) === WIDGET)
      lib.EPDF_RenderAnnotBitmap(bitmap, page, annotation, NORMAL_APPEARANCE, matrix, RGBA_ORDER)
  }
}

/** Each is open until the next one is asked for. */
export function* annotationsOf({ lib, page }: PrintedPage): Generator<number> {
  const count = lib.FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < count; index++) {
    const annotation = lib.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    try {
      yield annotation
    } finally {
      lib.FPDFPage_CloseAnnot(annotation)
    }
  }
}

/**
 * Simple programs fill in a form, or mark a text, and leave drawing it to the reader (ISO 32000-1, 12.5.5: no
 * appearance stream; 12.7.2: what is there is old). Every reader does; merging only draws annotations with an
 * appearance, and the form would print empty, or as it was before.
 * @param index of the page, 0-based
 * @returns whether an annotation got one, or lost its old one
 */
export function giveAppearances(document: OpenDocument, page: number, index: number): boolean {
  const { lib } = document
  let changed = false
  for (const annotation of annotationsOf({ lib, page })) {
    const kind = lib.FPDFAnnot_GetSubtype(annotation)
    if (kind === WIDGET) changed = drawField(document, { page, index }, annotation) || changed
    else if (kind === LINK) changed = drawBorder(lib, annotation) || changed
    else if (DRAWN_BY_READERS.has(kind) && !lib.FPDFAnnot_HasKey(annotation, 'AP'))
      changed = lib.EPDFAnnot_GenerateAppearance(annotation) || changed
  }
  return changed
}

/**
 * Most links are not printed, and most of the others have no border: their pages stay as they are. PDFium draws a border
 * without a colour in blue, other readers in black.
 * @returns whether the link got an appearance: its border
 */
function drawBorder(lib: Pdfium, link: number): boolean {
  if (lib.FPDFAnnot_HasKey(link, 'AP') || !isPrinted(lib, link)) return false
  if (!lib.FPDFAnnot_HasKey(link, 'C')) lib.EPDFAnnot_SetColor(link, 0, 0, 0, 0)
  lib.EPDFAnnot_GenerateAppearance(link)
  return lib.FPDFAnnot_HasKey(link, 'AP')
}

const isPrinted = (lib: Pdfium, annotation: number): boolean =>
  (lib.FPDFAnnot_GetFlags(annotation) & (HIDDEN | PRINT)) === PRINT
