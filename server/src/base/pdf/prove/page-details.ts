import type { Finding } from '../port.ts'
import { isFilled } from '../read/fields.ts'
import { fontName, hasForeignText } from '../read/page-text.ts'
import type { Pdfium, PrintedPage } from '../read/pdfium.ts'
import { annotationsOf } from '../read/raster.ts'

const TEXT = 1
const IMAGE = 3
const LOOKED_AT = 300 // objects of a page
const METADATA_BYTES = 28
const LOW_DPI = 100
const LARGE = 16_000 // square points, 20 cm²: smaller pictures are ornaments
/** The fonts that every reader has (ISO 32000-1, 9.6.2.2), and the names that stand for them. */
const EVERYWHERE = /^(Helvetica|Arial|Times|Courier|Symbol|ZapfDingbats)/

const SEEN_ANYWAY = new Set([2, 16]) // FPDF_ANNOT_LINK, FPDF_ANNOT_POPUP: nothing that is missed on paper
const WITH_ICON = new Set([1, 13, 17]) // FPDF_ANNOT_TEXT, STAMP, FILEATTACHMENT
const WIDGET = 20 // FPDF_ANNOT_WIDGET
const NOT_ON_SCREEN = 2 | 32 // FPDF_ANNOT_FLAG_HIDDEN, NOVIEW
const PRINT = 4

/**
 * Findings about a page, from its objects. Before it is drawn: PDFium then gives appearances to annotations without one.
 * @param lacksLetters of a field's value
 */
export function detailsOf(printed: PrintedPage, lacksLetters: boolean): Finding[] {
  const findings: Finding[] = []
  if (lacksLetters || hasUnprinted(printed)) findings.push('no_se_imprime')
  const { lib, page } = printed
  const at = lib.pdfium.wasmExports.malloc(256)
  try {
    const count = Math.min(lib.FPDFPage_CountObjects(page), LOOKED_AT)
    let low = false
    let absent = false
    const known = new Set<number>()
    for (let index = 0; index < count; index++) {
      const object = lib.FPDFPage_GetObject(page, index)
      const type = lib.FPDFPageObj_GetType(object)
      if (type === IMAGE) low ||= isLow(lib, object, page, at)
      if (type === TEXT) absent ||= lacksFont(lib, object, known)
    }
    if (low) findings.push('baja_resolucion')
    if (absent || hasForeignText(printed, 'any')) findings.push('fuente_ausente')
  } finally {
    lib.pdfium.wasmExports.free(at)
  }
  return findings
}

function isLow(lib: Pdfium, image: number, page: number, at: number): boolean {
  const float = (place: number) => lib.pdfium.getValue(at + place, 'float')
  if (!lib.FPDFPageObj_GetBounds(image, at, at + 4, at + 8, at + 12)) return false
  const area = Math.abs((float(8) - float(0)) * (float(12) - float(4)))
  if (area < LARGE || !lib.FPDFImageObj_GetImageMetadata(image, page, at + METADATA_BYTES)) return false
  return Math.min(float(METADATA_BYTES + 8), float(METADATA_BYTES + 12)) < LOW_DPI
}

function lacksFont(lib: Pdfium, text: number, known: Set<number>): boolean {
  const font = lib.FPDFTextObj_GetFont(text)
  if (!font || known.has(font)) return false
  known.add(font)
  if (lib.FPDFFont_GetIsEmbedded(font) !== 0) return false
  return !EVERYWHERE.test(fontName(lib, font))
}

/** Notes, fields and marks that a screen shows and paper does not. */
function hasUnprinted(printed: PrintedPage): boolean {
  const { lib } = printed
  for (const annotation of annotationsOf(printed))
    if (isShown(lib, annotation) && !canPrint(lib, annotation)) return true
  return false
}

/**
 * Whether it has an appearance, or readers draw one, as for fields (by their values, colours and words) and notes.
 */
function isShown(lib: Pdfium, annotation: number): boolean {
  if ((lib.FPDFAnnot_GetFlags(annotation) & NOT_ON_SCREEN) !== 0) return false
  const kind = lib.FPDFAnnot_GetSubtype(annotation)
  if (SEEN_ANYWAY.has(kind)) return false
  if (kind === WIDGET && isFilled(lib, annotation)) return true
  return (
    WITH_ICON.has(kind) || lib.FPDFAnnot_HasKey(annotation, 'AP') || lib.FPDFAnnot_HasKey(annotation, 'MK')
  )
}

const canPrint = (lib: Pdfium, annotation: number): boolean =>
  (lib.FPDFAnnot_GetFlags(annotation) & PRINT) !== 0 && lib.FPDFAnnot_HasKey(annotation, 'AP')
