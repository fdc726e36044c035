import type { OpenDocument } from './document.ts'
import { hasWords, isButton } from './fields.ts'
import { isScan } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'

const NORMAL_APPEARANCE = 0
const BGRA = 4
const WHITE = 0xffffffff
const RENDER_FOR_PRINT = 0x801 // FPDF_PRINTING, and FPDF_ANNOT: the annotations whose print flag is set
const RGBA_ORDER = 0x10

// FPDF_ANNOT_*: free text, line, square, circle, polygon, polyline, the four marks on text, ink, form field
const WIDGET = 20
const HIDDEN = 2 // FPDF_ANNOT_FLAG_*
const PRINT = 4
const DRAWN_BY_READERS = new Set([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, WIDGET])

/** Pixels on white, 4 bytes each (RGBA), rows without padding. Valid until the next call of PDFium. */
export type Raster = { pixels: Uint8Array; width: number; height: number; isScan(): boolean }

type Size = { width: number; height: number }

/** A loaded page as it will be printed: its annotations and form fields have an appearance. */
export type PrintedPage = { lib: Pdfium; page: number }

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
    if (lib.EPDFPage_GetAnnotCountRaw(handle, index) > 0) giveAppearances(document, page)
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
  const matrix: Matrix = [width / pageWidth, 0, 0, height / pageHeight, 0, 0]
  return withRasterBy(printed, { width, height, matrix }, use)
}

/** From points of the shown page (y downwards) to pixels: FS_MATRIX. */
export type Matrix = [number, number, number, number, number, number]

/** Left, top, right, bottom, in pixels. */
export type Rectangle = [number, number, number, number]

/** The same, placed by a matrix on a bitmap of this size, of which the shown page takes a part. */
export function withRasterBy<T>(
  { lib, page }: PrintedPage,
  { width, height, matrix, shown = [0, 0, width, height] }: Size & { matrix: Matrix; shown?: Rectangle },
  use: (raster: Raster) => T,
): T | undefined {
  const bitmap = lib.FPDFBitmap_CreateEx(width, height, BGRA, 0, width * 4)
  if (!bitmap) return undefined
  const { malloc, free } = lib.pdfium.wasmExports
  const numbers = malloc(40) // FS_MATRIX and FS_RECTF
  try {
    for (const [index, value] of [...matrix, 0, 0, width, height].entries())
      lib.pdfium.setValue(numbers + index * 4, value, 'float')
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    lib.FPDF_RenderPageBitmapWithMatrix(bitmap, page, numbers, numbers + 24, RENDER_FOR_PRINT | RGBA_ORDER)
    renderWidgets({ lib, page }, bitmap, numbers)
    whitenAround(lib, bitmap, { width, height, shown })
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

/** A page is drawn as far as its bitmap goes: what its crop box cuts off is taken away again. */
function whitenAround(
  lib: Pdfium,
  bitmap: number,
  { width, height, shown }: Size & { shown: Rectangle },
): void {
  // Also pixels that it covers in part, except where it ends with its sheet
  const [left, top] = [whole(shown[0]), whole(shown[1])]
  const [right, bottom] = [width - whole(width - shown[2]), height - whole(height - shown[3])]
  const white = (x: number, y: number, wide: number, high: number) => {
    if (wide > 0 && high > 0) lib.FPDFBitmap_FillRect(bitmap, x, y, wide, high, WHITE)
  }
  white(0, 0, width, top)
  white(0, bottom, width, height - bottom)
  white(0, 0, left, height)
  white(right, 0, width - right, height)
}

const whole = (off: number) => (off < 1 ? 0 : Math.ceil(off))

/** Rendering a page leaves form fields out: they are drawn over it, as PDFium does with other annotations. */
function renderWidgets({ lib, page }: PrintedPage, bitmap: number, matrix: number): void {
  for (const annotation of annotationsOf({ lib, page })) {
    const printed = (lib.FPDFAnnot_GetFlags(annotation) & (HIDDEN | PRINT)) === PRINT
    if (printed && lib.FPDFAnnot_GetSubtype(annotation) === WIDGET)
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
 * @returns whether an annotation got one, or lost its old one
 */
export function giveAppearances(document: OpenDocument, page: number): boolean {
  const { lib } = document
  let changed = false
  for (const annotation of annotationsOf({ lib, page })) {
    const kind = lib.FPDFAnnot_GetSubtype(annotation)
    if (kind === WIDGET) changed = drawField(document, annotation) || changed
    else if (DRAWN_BY_READERS.has(kind) && !lib.FPDFAnnot_HasKey(annotation, 'AP'))
      changed = lib.EPDFAnnot_GenerateAppearance(annotation) || changed
  }
  return changed
}

/** Buttons are not drawn: PDFium gives them an appearance without their tick and frame, and it would seem to be there. */
function drawField({ lib, redrawn }: OpenDocument, field: number): boolean {
  if (isButton(lib, field)) return false
  const isOld = lib.FPDFAnnot_HasKey(field, 'AP')
  if (isOld && !(hasWords(lib, field) && redrawn())) return false
  if (isOld) lib.FPDFAnnot_SetAP(field, NORMAL_APPEARANCE, 0) // if it cannot be drawn anew, that must be seen
  lib.EPDFAnnot_GenerateFormFieldAP(field)
  return isOld || lib.FPDFAnnot_HasKey(field, 'AP')
}
