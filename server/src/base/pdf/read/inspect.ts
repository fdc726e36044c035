import { type PageRun, PdfRefused } from '../port.ts'
import type { Answers, Beat } from '../process/messages.ts'
import type { OpenDocument } from './document.ts'
import { pageSizeOf } from './pdfium.ts'

const XFA = new Set([2, 3]) // FORMTYPE_XFA_FULL, FORMTYPE_XFA_FOREGROUND
const BEAT_EVERY = 500
const MOST_POINTS = 2e7 // 7 km: scaled to a sheet, nothing of a larger page would be left

/**
 * Counts pages by loading every one of them: a /Count may be wrong, a page tree may contain itself. Sizes are
 * as shown: crop box inside media box, turned by /Rotate. PDFium ignores /UserUnit, and printing does not
 * need it: a page that is not A4 is scaled to fit whatever its unit. Reading the size loads the page's
 * dictionary and not its content, so 5,000 pages take milliseconds.
 * @param most if there is a page beyond it, the file is refused, and the rest is not read
 * @throws PdfRefused demasiadas-paginas; danado if a page does not load, shows nothing (its crop box lies
 * outside the page), or is larger than any paper
 */
export function inspectDocument(
  { lib, handle, pages, sound }: OpenDocument,
  most: number,
  beat: Beat,
): Answers['inspect'] {
  const sizes: PageRun[] = []
  for (let index = 0; index < pages; index++) {
    if (index % BEAT_EVERY === 0) beat()
    const size = pageSizeOf(lib, handle, index)
    if (!size) throw new PdfRefused('danado')
    if (index >= most) throw new PdfRefused('demasiadas-paginas')
    const { width, height } = size
    // Such a page could be neither shown nor printed, which would be noticed only after the payment
    if (!(width > 0 && height > 0 && Math.max(width, height) <= MOST_POINTS)) throw new PdfRefused('danado')
    addToRuns(sizes, points(width), points(height))
  }
  return { pages, sizes, xfa: XFA.has(lib.FPDF_GetFormType(handle)), sound: sound() }
}

/** Hundredths of a point: floats of the same paper size differ in their last bits. */
const points = (value: number) => Math.round(value * 100) / 100

function addToRuns(runs: PageRun[], width: number, height: number): void {
  const last = runs.at(-1)
  if (last && last.width === width && last.height === height) last.pages++
  else runs.push({ pages: 1, width, height })
}
