import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'
import { isNeutral } from '@imprimitodo/shared/rules/taller/tinta'
import { PdfRefused } from '../port.ts'
import type { Beat } from '../process/messages.ts'
import type { OpenDocument } from '../read/document.ts'
import { withPage, withRaster } from '../read/raster.ts'
import { loadSharp } from '../read/sharp.ts'
import { createPdfWriter } from '../syntax/pdf-writer.ts'
import type { PagePlace } from './copy-pages.ts'

const DPI = 300
const PAGE_MS = 20_000
const QUALITY = 90

/**
 * Draws pages (1-based) that cannot be printed unchanged as pictures, 300 dpi on the sheet, into files of one page each
 * of the size that a reader shows.
 * @param name unique in `folder`
 * @throws PdfRefused danado for a page that does not load
 */
export async function drawPages(
  document: OpenDocument,
  pages: number[],
  { hoja, folder, name }: { hoja: Hoja; folder: string; name: string },
  beat: Beat,
): Promise<Map<number, PagePlace>> {
  const places = new Map<number, PagePlace>()
  for (const page of pages) {
    beat(PAGE_MS)
    const path = join(folder, `${name}-${page}.pdf`)
    await drawPage(document, page, { hoja, path })
    places.set(page, { path, page: 1 })
  }
  return places
}

async function drawPage(
  document: OpenDocument,
  page: number,
  { hoja, path }: { hoja: Hoja; path: string },
): Promise<void> {
  let size = { width: 0, height: 0 }
  const drawn = withPage(document, page - 1, (printed) =>
    withRaster(
      printed,
      (width, height) => {
        size = { width, height }
        return pixelsOf(hoja, { width, height })
      },
      ({ pixels, width, height }) => ({
        width,
        height,
        data: Buffer.from(pixels),
        isGrey: isNeutral(pixels),
      }),
    ),
  )
  if (!drawn) throw new PdfRefused('danado')
  const { data, width, height, isGrey } = drawn
  const sharp = await loadSharp()
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  const jpeg = await (isGrey ? picture.toColourspace('b-w') : picture)
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
  writePicture(path, { jpeg, isGrey, pixels: { width, height }, size })
}

/** The pixels of the page at 300 dpi on its sheet. */
function pixelsOf(hoja: Hoja, { width, height }: Size): Size {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const scale = Math.min(hoja.width / short, hoja.height / long) * (DPI / 72)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Size = { width: number; height: number }

function writePicture(
  path: string,
  { jpeg, isGrey, pixels, size }: { jpeg: Buffer; isGrey: boolean; pixels: Size; size: Size },
): void {
  const fd = openSync(path, 'w')
  try {
    const header = writeSync(fd, '%PDF-1.7\n')
    const writer = createPdfWriter(fd, header, new Map())
    const [width, height] = [size.width.toFixed(4), size.height.toFixed(4)]
    const content = Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`)
    const space = isGrey ? '/DeviceGray' : '/DeviceRGB'
    writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    writer.object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    writer.object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>`,
    )
    writer.object(4, `<< /Length ${content.length} >>`, content)
    writer.object(
      5,
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    )
    writer.end('/Size 6 /Root 1 0 R')
  } finally {
    closeSync(fd)
  }
}
