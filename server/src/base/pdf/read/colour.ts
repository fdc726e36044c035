import { at50Dpi, hasColor, type Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import type { Beat } from '../process/messages.ts'
import type { OpenDocument } from './document.ts'
import { hasForeignText } from './page-text.ts'
import type { PrintedPage } from './pdfium.ts'
import { type Raster, withPage, withRaster } from './raster.ts'
import { scanImageOf } from './scan-image.ts'
import { loadSharp } from './sharp.ts'

const SCAN_PIXELS = 585 // A4's height at that resolution

type Slice = { from: number; to: number; sliceMs: number; sensibilidad?: Sensibilidad | undefined }

/**
 * Examines page by page, in order, until the slice of time is over; at least one page.
 */
export async function findColor(
  document: OpenDocument,
  { from, to, sliceMs, sensibilidad }: Slice,
  beat: Beat,
  onPage: (page: number, color: boolean) => void,
): Promise<{ answered: number }> {
  const end = performance.now() + sliceMs
  let page = from
  beat()
  while (page <= to) {
    onPage(page, await isColorPage(document, page - 1, sensibilidad))
    page++
    if (performance.now() > end) break
  }
  return { answered: page - from }
}

/** A page that does not load, or for which there is no memory, counts as colour. */
export async function isColorPage(
  document: OpenDocument,
  index: number,
  sensibilidad: Sensibilidad | undefined,
): Promise<boolean> {
  const render = (printed: PrintedPage) => isDrawnInColor(printed, sensibilidad)
  const seen = withPage(document, index, (printed) => scanImageOf(printed) ?? render(printed)) ?? true
  if (typeof seen === 'boolean') return seen
  if (seen.is === 'grey') return false
  const raster = await reduced(seen.data).catch(() => undefined) // libvips may fail
  if (raster && !hasColor(raster, sensibilidad)) return false
  return withPage(document, index, render) ?? true
}

export const isDrawnInColor = (printed: PrintedPage, sensibilidad: Sensibilidad | undefined): boolean =>
  (withRaster(printed, at50Dpi, (raster) => hasColor(raster, sensibilidad)) ?? true) ||
  hasForeignText(printed, 'colored')

/** A scan at about the size that rendering its page would give. */
export async function reduced(jpeg: Buffer): Promise<Raster> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(jpeg)
    .resize({ width: SCAN_PIXELS, height: SCAN_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8Array(data), width: info.width, height: info.height, isScan: () => true }
}
