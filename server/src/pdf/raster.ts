import type { OpenDocument } from './document.ts'
import { isScan } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'

const FLATTEN_FOR_PRINT = 1
const FLATTENED = 1
const BGRA = 4
const WHITE = 0xffffffff
const RENDER_FOR_PRINT = 0x800 // without FPDF_ANNOT: what prints of the annotations was flattened into the page
const RGBA_ORDER = 0x10

// FPDF_ANNOT_*: free text, line, square, circle, polygon, polyline, the four marks on text, ink, form field
const WIDGET = 20
const DRAWN_BY_READERS = new Set([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, WIDGET])

/** Pixels on white, 4 bytes each (RGBA), rows without padding. Valid until the callback returns. */
export type Raster = { pixels: Uint8Array; width: number; height: number; isScan(): boolean }

/** A loaded page as it will be printed: what prints of its annotations and form fields is part of it. */
export type PrintedPage = { lib: Pdfium; page: number }

/**
 * Loads a page (0-based), flattened for print; it is loaded again after flattening, or what was flattened would be
 * missing from it.
 * @returns undefined if the page does not load
 */
export function withPage<T>(
  { lib, handle }: OpenDocument,
  index: number,
  use: (printed: PrintedPage) => T,
): T | undefined {
  let page = lib.FPDF_LoadPage(handle, index)
  if (page && lib.EPDFPage_GetAnnotCountRaw(handle, index) > 0 && flattenPage(lib, page)) {
    lib.FPDF_ClosePage(page)
    page = lib.FPDF_LoadPage(handle, index)
  }
  if (!page) return undefined
  try {
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
  { lib, page }: PrintedPage,
  scale: (width: number, height: number) => { width: number; height: number },
  use: (raster: Raster) => T,
): T | undefined {
  const { width, height } = scale(lib.FPDF_GetPageWidthF(page), lib.FPDF_GetPageHeightF(page))
  const bitmap = lib.FPDFBitmap_CreateEx(width, height, BGRA, 0, width * 4)
  if (!bitmap) return undefined
  try {
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FOR_PRINT | RGBA_ORDER)
    const start = lib.FPDFBitmap_GetBuffer(bitmap)
    const pixels = lib.pdfium.HEAPU8.subarray(start, start + width * height * 4)
    return use({ pixels, width, height, isScan: () => isScan(lib, page) })
  } finally {
    lib.FPDFBitmap_Destroy(bitmap)
  }
}

/**
 * Draws into the page what prints of its annotations and form fields.
 * @returns false if nothing does; if true, the page must be loaded again to be rendered
 */
export function flattenPage(lib: OpenDocument['lib'], page: number): boolean {
  giveAppearances(lib, page)
  return lib.FPDFPage_Flatten(page, FLATTEN_FOR_PRINT) === FLATTENED
}

/**
 * Simple programs fill in a form, or mark a text, and leave drawing it to the reader (ISO 32000-1, 12.5.5: no
 * appearance stream). Every reader does; flattening alone would lose it, and the form would print empty.
 */
function giveAppearances(lib: OpenDocument['lib'], page: number): void {
  const count = lib.FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < count; index++) {
    const annotation = lib.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    const kind = lib.FPDFAnnot_GetSubtype(annotation)
    if (DRAWN_BY_READERS.has(kind) && !lib.FPDFAnnot_HasKey(annotation, 'AP')) {
      if (kind === WIDGET) lib.EPDFAnnot_GenerateFormFieldAP(annotation)
      else lib.EPDFAnnot_GenerateAppearance(annotation)
    }
    lib.FPDFPage_CloseAnnot(annotation)
  }
}
