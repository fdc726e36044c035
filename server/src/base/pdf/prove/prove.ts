import { join } from 'node:path'
import { HOJAS, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { runsFrom } from '@imprimitodo/shared/rules/compra/paginas'
import { hasColor, isNeutral, type Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import type { Finding, ProvedPage, Stretch } from '../port.ts'
import { type Beat, FINISHED, type PdfJob } from '../process/messages.ts'
import { isColorPage, isDrawnInColor, reduced } from '../read/colour.ts'
import { type OpenDocument, withDocument } from '../read/document.ts'
import { hasForeignText } from '../read/page-text.ts'
import type { Pdfium } from '../read/pdfium.ts'
import { withPage, withRaster } from '../read/raster.ts'
import { isSameScan, scanPageOf } from '../read/scan-image.ts'
import { assembleWork } from '../write/assemble.ts'
import { hasInkAtEdge, isBlank, isSamePicture, withSheet } from './compare.ts'
import { detailsOf } from './page-details.ts'
import { weightOf } from './weight.ts'

const LOOKED_AT = 300 // objects of a page
const HEAVY_MS = 1_500 // of processor time: another printer's processor may be ten times slower
const SUSPECT_MS = 150 // for both drawings, which have too few pixels to show the cost of each
const PRINTED_DPI = 150

/**
 * Makes some pages of a file as they will be printed, and compares each with the file itself drawn for print.
 * @param pages ascending, from 1
 * @param imagen those of them that are printed as pictures: they are not compared
 */
export async function provePages(
  { path, hoja, pages, imagen, folder, sensibilidad }: Omit<Extract<PdfJob, { kind: 'prove' }>, 'kind'>,
  beat: Beat,
  onPage: (proved: ProvedPage) => void,
): Promise<{ answered: number }> {
  const work: Stretch = {
    path,
    pages: runsFrom(pages),
    grey: false,
    blankBacks: false,
    fillSheet: false,
    imagen,
  }
  await assembleWork([work], { hoja, folder }, beat)
  beat()
  await withDocument(path, beat, (original) =>
    withDocument(join(folder, FINISHED), beat, async (paper) => {
      for (const [index, page] of pages.entries()) {
        beat(4_000)
        if (imagen.includes(page)) onPage({ page, same: true, findings: [] })
        else
          onPage({
            page,
            ...(await provePage({ original, index: page - 1, paper, sheet: index, hoja, sensibilidad })),
          })
      }
    }),
  )
  return { answered: pages.length }
}

/**
 * The given pages that may print differently from the screen: annotated, transparent, heavy, or not loading.
 */
export function riskyPages({ lib, handle }: OpenDocument, pages: number[], beat: Beat): number[] {
  return pages.filter((number) => {
    beat()
    if (lib.EPDFPage_GetAnnotCountRaw(handle, number - 1) > 0) return true
    const page = lib.FPDF_LoadPage(handle, number - 1)
    if (!page) return true
    const isRisky = hasTransparency(lib, page) || weightOf({ lib, page }) !== 'light'
    lib.FPDF_ClosePage(page)
    return isRisky
  })
}

function hasTransparency(lib: Pdfium, page: number): boolean {
  if (lib.FPDFPage_HasTransparency(page)) return true // blend modes
  const count = Math.min(lib.FPDFPage_CountObjects(page), LOOKED_AT)
  for (let index = 0; index < count; index++)
    if (lib.FPDFPageObj_HasTransparency(lib.FPDFPage_GetObject(page, index))) return true
  return false
}

/** Page `index` of the file and page `sheet` of the paper, from 0. */
type Pair = {
  original: OpenDocument
  index: number
  paper: OpenDocument
  sheet: number
  hoja: NombreHoja
  sensibilidad: Sensibilidad | undefined
}

async function provePage(pair: Pair): Promise<Omit<ProvedPage, 'page'>> {
  const { original, index, paper, sheet } = pair
  const weight = withPage(original, index, weightOf)
  if (weight === 'heavy') return { same: false, findings: [] }
  const before = process.cpuUsage()
  const { same, findings, mayHaveColor } = (await proveScan(pair)) ?? proveByDrawing(pair)
  const isHeavy = cpuMs(before) > HEAVY_MS || (cpuMs(before) > SUSPECT_MS && isHeavyInPrint(paper, sheet))
  // Colour is judged on the drawing by which the page was priced: at another size a pale tint may count differently
  if (mayHaveColor && (await isColorPage(original, index, pair.sensibilidad))) findings.push('color_en_byn')
  return { same: same && !isHeavy, findings }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Whether every pixel of the page costs time: 36 dpi has a 17th of the pixels of 150. */
function isHeavyInPrint(paper: OpenDocument, sheet: number): boolean {
  const before = process.cpuUsage()
  const pixels = (points: number) => Math.ceil((points * PRINTED_DPI) / 72)
  const drawn = withPage(paper, sheet, (printed) =>
    withRaster(
      printed,
      (width, height) => ({ width: pixels(width), height: pixels(height) }),
      () => true,
    ),
  )
  return !drawn || cpuMs(before) > HEAVY_MS
}

/**
 * A page that is one JPEG is the same if the paper has the same bytes at the same place: drawing it twice
 * would decode it twice at full size. It is decoded once, reduced, and drawn only if it has colour.
 * @returns undefined if it has to be drawn: another kind of page, or one that seems blank
 */
async function proveScan({ original, index, paper, sheet, sensibilidad }: Pair): Promise<Proved | undefined> {
  const scan = withPage(original, index, (printed) => {
    const page = scanPageOf(printed)
    return page && { page, findings: detailsOf(printed, original.lacking.has(index)) }
  })
  const printed = scan && withPage(paper, sheet, scanPageOf)
  if (!scan || !printed || !isSameScan(scan.page, printed)) return undefined
  const raster = await reduced(scan.page.data).catch(() => undefined) // undefined: PDFium draws it
  if (!raster || isBlank(raster)) return undefined
  // The picture may have its colour where the page does not show it
  const isColor =
    hasColor(raster, sensibilidad) &&
    (withPage(original, index, (page) => isDrawnInColor(page, sensibilidad)) ?? true)
  const findings: Finding[] = isColor ? [...scan.findings, 'color_en_byn'] : scan.findings
  return { same: true, findings, mayHaveColor: false }
}

/** `mayHaveColor`: its colour is yet to be looked for. */
type Proved = { same: boolean; findings: Finding[]; mayHaveColor: boolean }

function proveByDrawing({ original, index, paper, sheet, hoja: nombre }: Pair): Proved {
  const hoja = HOJAS[nombre]
  const intent = withPage(original, index, (printed) => {
    const findings = detailsOf(printed, original.lacking.has(index))
    return withSheet(hoja, printed, (raster, shown) => {
      if (!isBlank(raster)) {
        if (!raster.isScan() && hasInkAtEdge(raster)) findings.push('borde')
      } else if (!hasForeignText(printed, 'visible')) findings.push('en_blanco')
      const mayHaveColor = !isNeutral(raster.pixels) || findings.includes('fuente_ausente')
      return { findings, mayHaveColor, shown, pixels: Uint8Array.from(raster.pixels) }
    })
  })
  if (!intent) return { same: false, findings: [], mayHaveColor: false }
  const { findings, mayHaveColor, shown, pixels } = intent
  const same = withPage(paper, sheet, (printed) =>
    withSheet(hoja, printed, (raster) => isSamePicture(raster, pixels, raster.pixels), shown),
  )
  return { same: same === true, findings, mayHaveColor }
}
