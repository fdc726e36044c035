import type { OpenDocument } from './document.ts'
import { isScan } from './page-objects.ts'

const FLATTEN_FOR_PRINT = 1
const FLATTENED = 1
const BGRA = 4
const WHITE = 0xffffffff
const RENDER_FOR_PRINT = 0x800 // without FPDF_ANNOT: what prints of the annotations was flattened into the page
const RGBA_ORDER = 0x10

/** Pixels on white, 4 bytes each (RGBA), rows without padding. Valid until the callback returns. */
export type Raster = { pixels: Uint8Array; width: number; height: number; isScan(): boolean }

/**
 * Renders a page as it will be printed: annotations and form fields flattened for print first.
 * The page is loaded again after flattening, or the flattened annotations would be missing from it.
 * @param scale turns the page's size in points into pixels
 * @returns undefined if the page does not load
 */
export function withRaster<T>(
  { lib, handle }: OpenDocument,
  index: number,
  scale: (width: number, height: number) => { width: number; height: number },
  use: (raster: Raster) => T,
): T | undefined {
  const page = loadFlattened(lib, handle, index)
  if (!page) return undefined
  try {
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
  } finally {
    lib.FPDF_ClosePage(page)
  }
}

function loadFlattened(lib: OpenDocument['lib'], handle: number, index: number): number {
  const page = lib.FPDF_LoadPage(handle, index)
  if (!page || lib.EPDFPage_GetAnnotCountRaw(handle, index) < 1) return page
  if (!flattenPage(lib, page)) return page
  lib.FPDF_ClosePage(page)
  return lib.FPDF_LoadPage(handle, index)
}

/**
 * Draws into the page what prints of its annotations and form fields.
 * @returns false if nothing does; if true, the page must be loaded again to be rendered
 */
export function flattenPage(lib: OpenDocument['lib'], page: number): boolean {
  return lib.FPDFPage_Flatten(page, FLATTEN_FOR_PRINT) === FLATTENED
}
