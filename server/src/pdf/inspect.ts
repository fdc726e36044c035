import type { OpenDocument } from './document.ts'
import type { Beat } from './messages.ts'
import { type Inspection, type PageRun, PdfRefused } from './port.ts'

const BEAT_EVERY = 500

/**
 * Counts pages by reaching every one of them: a /Count may lie, a page tree may bite its own tail.
 * Sizes are as shown: crop box inside media box, turned by /Rotate. PDFium knows no /UserUnit, and printing does
 * not need it: a page that is not A4 is scaled to fit whatever its unit.
 * Asking for the size loads the page's dictionary and not its content, so 5,000 pages are milliseconds.
 * @throws PdfRefused danado if one page cannot be reached, or shows nothing (its crop box lies outside the page)
 */
export function inspectDocument({ lib, handle, pages }: OpenDocument, beat: Beat): Inspection {
  const { wasmExports, getValue } = lib.pdfium
  const size = wasmExports.malloc(8)
  const sizes: PageRun[] = []
  try {
    for (let index = 0; index < pages; index++) {
      if (index % BEAT_EVERY === 0) beat()
      if (!lib.FPDF_GetPageSizeByIndexF(handle, index, size)) throw new PdfRefused('danado')
      const [width, height] = [getValue(size, 'float'), getValue(size + 4, 'float')]
      // It could be neither looked at nor printed, and would be found out after it was paid
      if (!(width > 0 && height > 0)) throw new PdfRefused('danado')
      addToRuns(sizes, points(width), points(height))
    }
  } finally {
    wasmExports.free(size)
  }
  return { pages, sizes }
}

/** Hundredths of a point: floats of the same paper size differ in their last bits. */
const points = (value: number) => Math.round(value * 100) / 100

function addToRuns(runs: PageRun[], width: number, height: number): void {
  const last = runs.at(-1)
  if (last && last.width === width && last.height === height) last.pages++
  else runs.push({ pages: 1, width, height })
}
