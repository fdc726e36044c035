import { isScan } from './page-objects.ts'
import type { PrintedPage } from './pdfium.ts'
import { type Pdfium, withMemory } from './pdfium.ts'

const IMAGE = 3
const METADATA_BYTES = 28 // FPDF_IMAGEOBJ_METADATA: width, height, two floats, bits per pixel, colour space, mark
const GRAY = 1
const MOST_PIXELS = 40_000_000 // A4 at 600 dpi
const FINE = 100 // places of a point
const RGB_LIKE = new Set([2, 5, 7]) // DeviceRGB, CalRGB, ICCBased

/** The only picture of a scanned page, if its colour can be found out without rendering the page. */
export type ScanImage = { is: 'grey' } | { is: 'jpeg'; data: Buffer }

/**
 * PDFium decodes a scan at its full size, 100 ms a page; libvips decodes the same JPEG reduced, in a fifth of
 * that. A picture without colour has none on its page; one with colour may have it in a part that the page
 * crops or masks.
 * @returns undefined for any page that is not exactly one grey image or one RGB JPEG, without annotations
 */
export function scanImageOf({ lib, page }: PrintedPage): ScanImage | undefined {
  const image = onlyImageOf({ lib, page })
  if (image === undefined) return undefined
  const { bits, space } = metadataOf(lib, image, page)
  if (space === GRAY) return { is: 'grey' }
  if (bits !== 24 || !RGB_LIKE.has(space) || !isPlainJpeg(lib, image)) return undefined
  return { is: 'jpeg', data: rawData(lib, image) }
}

function onlyImageOf({ lib, page }: PrintedPage): number | undefined {
  if (lib.FPDFPage_CountObjects(page) !== 1 || lib.FPDFPage_GetAnnotCount(page) > 0) return undefined
  const image = lib.FPDFPage_GetObject(page, 0)
  return lib.FPDFPageObj_GetType(image) === IMAGE ? image : undefined
}

/** A page that is one JPEG and nothing else. `corners` in points of the shown page; `matrix` without its offset. */
export type ScanPage = { data: Buffer; matrix: number[]; corners: number[] }

/** @returns undefined for any other page, or if the picture is so large that drawing it takes long */
export function scanPageOf({ lib, page }: PrintedPage): ScanPage | undefined {
  const image = onlyImageOf({ lib, page })
  // Marked content may be a layer, which paper may hide
  if (image === undefined || lib.FPDFPageObj_CountMarks(image) > 0 || !isScan(lib, page)) return undefined
  const { width, height, bits, space } = metadataOf(lib, image, page)
  const isUsual = (bits === 8 && space === GRAY) || (bits === 24 && RGB_LIKE.has(space))
  if (!isUsual || width * height > MOST_PIXELS || !isPlainJpeg(lib, image)) return undefined
  return withMemory(lib, 32, (at) => {
    const floats = (count: number) =>
      Array.from({ length: count }, (_, index) => lib.pdfium.getValue(at + index * 4, 'float'))
    if (!lib.FPDFPageObj_GetMatrix(image, at)) return undefined
    const matrix = floats(4)
    if (!lib.FPDFPageObj_GetBounds(image, at, at + 4, at + 8, at + 12)) return undefined
    const [left = 0, bottom = 0, right = 0, top = 0] = floats(4)
    const corners = [...shownAt({ lib, page }, left, bottom, at), ...shownAt({ lib, page }, right, top, at)]
    return { data: rawData(lib, image), matrix, corners }
  })
}

/** Points: a page up to 3 mm off A4 is moved by at most this much. */
const MOVED = 5

export function isSameScan(a: ScanPage, b: ScanPage): boolean {
  const near = (one: number[], other: number[], off: number) =>
    one.every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) <= off)
  return near(a.matrix, b.matrix, 0.01) && near(a.corners, b.corners, MOVED) && a.data.equals(b.data)
}

/** A point of the page in the coordinates of the shown page, after its box and rotation. */
function shownAt({ lib, page }: PrintedPage, x: number, y: number, at: number): [number, number] {
  const width = lib.FPDF_GetPageWidthF(page)
  const height = lib.FPDF_GetPageHeightF(page)
  const fine = [Math.round(width * FINE), Math.round(height * FINE)] as const
  lib.FPDF_PageToDevice(page, 0, 0, ...fine, 0, x, y, at, at + 4)
  return [lib.pdfium.getValue(at, 'i32') / FINE, lib.pdfium.getValue(at + 4, 'i32') / FINE]
}

function metadataOf(lib: Pdfium, image: number, page: number) {
  return withMemory(lib, METADATA_BYTES, (metadata) => {
    if (!lib.FPDFImageObj_GetImageMetadata(image, page, metadata))
      return { width: 0, height: 0, bits: 0, space: 0 }
    return {
      width: lib.pdfium.getValue(metadata, 'i32'),
      height: lib.pdfium.getValue(metadata + 4, 'i32'),
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
