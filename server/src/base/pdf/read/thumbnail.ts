import { PdfRefused } from '../port.ts'
import type { OpenDocument } from './document.ts'
import { withPage, withRaster } from './raster.ts'
import { loadSharp } from './sharp.ts'

const MAX_WIDTH = 1600
const MAX_HEIGHT = 3000 // pixels: a page can be thousands of times taller than wide
const QUALITY = 75

/**
 * WebP of a page (1-based), `width` pixels wide. A page so tall that it would pass the limit comes out narrower.
 * @throws PdfRefused danado if the page does not exist or does not load
 */
export async function renderThumbnail(
  document: OpenDocument,
  page: number,
  width: number,
): Promise<Uint8Array> {
  const raster = withPage(document, page - 1, (printed) =>
    withRaster(
      printed,
      (w, h) => fit(w, h, Math.min(width, MAX_WIDTH)),
      (r) => ({ ...r, pixels: Buffer.from(r.pixels) }),
    ),
  )
  if (!raster) throw new PdfRefused('danado')
  const sharp = await loadSharp()
  return sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
}

function fit(pageWidth: number, pageHeight: number, width: number): { width: number; height: number } {
  const scale = Math.min(width / pageWidth, MAX_HEIGHT / pageHeight)
  return {
    width: Math.min(width, Math.max(1, Math.round(pageWidth * scale))),
    height: Math.min(MAX_HEIGHT, Math.max(1, Math.round(pageHeight * scale))),
  }
}
