import type { Pdfium } from './pdfium.ts'
import type { PrintedPage } from './raster.ts'

const IMAGE = 3
const METADATA_BYTES = 28 // FPDF_IMAGEOBJ_METADATA: width, height, two floats, bits per pixel, colour space, mark
const GRAY = 1
const RGB_LIKE = new Set([2, 5, 7]) // DeviceRGB, CalRGB, ICCBased

/** The one picture that a scanned page is made of, when its colour can be told without rendering the page. */
export type ScanImage = { is: 'grey' } | { is: 'jpeg'; data: Buffer }

/**
 * PDFium decodes a scan at its full size, 100 ms a page; libvips decodes the same JPEG reduced, in a fifth of that.
 * Whether there is colour in it does not depend on how the page turns, crops or masks it.
 * @returns undefined for any page that is not exactly one grey image or one RGB JPEG
 */
export function scanImageOf({ lib, page }: PrintedPage): ScanImage | undefined {
  if (lib.FPDFPage_CountObjects(page) !== 1) return undefined
  const image = lib.FPDFPage_GetObject(page, 0)
  if (lib.FPDFPageObj_GetType(image) !== IMAGE) return undefined
  const { bits, space } = metadataOf(lib, image, page)
  if (space === GRAY) return { is: 'grey' }
  if (bits !== 24 || !RGB_LIKE.has(space) || !isPlainJpeg(lib, image)) return undefined
  return { is: 'jpeg', data: rawData(lib, image) }
}

function metadataOf(lib: Pdfium, image: number, page: number): { bits: number; space: number } {
  return withMemory(lib, METADATA_BYTES, (metadata) => {
    if (!lib.FPDFImageObj_GetImageMetadata(image, page, metadata)) return { bits: 0, space: 0 }
    return {
      bits: lib.pdfium.getValue(metadata + 16, 'i32'),
      space: lib.pdfium.getValue(metadata + 20, 'i32'),
    }
  })
}

function isPlainJpeg(lib: Pdfium, image: number): boolean {
  if (lib.FPDFImageObj_GetImageFilterCount(image) !== 1) return false
  return withMemory(lib, 32, (name) => {
    const length = lib.FPDFImageObj_GetImageFilter(image, 0, name, 32)
    return Buffer.from(lib.pdfium.HEAPU8.subarray(name, name + length)).toString('latin1') === 'DCTDecode\0'
  })
}

function rawData(lib: Pdfium, image: number): Buffer {
  const length = lib.FPDFImageObj_GetImageDataRaw(image, 0, 0)
  return withMemory(lib, length, (data) => {
    lib.FPDFImageObj_GetImageDataRaw(image, data, length)
    return Buffer.from(lib.pdfium.HEAPU8.subarray(data, data + length))
  })
}

function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (at: number) => T): T {
  const at = pdfium.wasmExports.malloc(bytes)
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}
