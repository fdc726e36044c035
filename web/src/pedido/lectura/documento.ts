// One PDF in pdf.js, read in a worker, without a DOM. Its bytes stay in the file, as far as the library
// allows.
import { DEFAULT_LIMITES_PAGINAS } from '@imprimitodo/shared/rules/compra/archivo'
import {
  at50Dpi,
  DRAWN,
  hasColor,
  type Sensibilidad,
  SHARE_OF_SCAN,
} from '@imprimitodo/shared/rules/taller/tinta'
import {
  AnnotationMode,
  getDocument,
  OPS,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import parserUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Files up to this size are read whole: single pieces take more time, and the file takes little memory. */
const WHOLE_BYTES = 16 * 1024 ** 2
const CHUNK_BYTES = 256 * 1024
const MM_PER_PT = 25.4 / 72
/** Pages asked for at once. */
const PAGES_AT_ONCE = 64
const { paginas_archivo } = DEFAULT_LIMITES_PAGINAS
const MINIATURA = { width: 240, height: 480 }
/** The largest height of a page's picture, in pixels. */
const HIGHEST = 3000

/** Where the build puts what pdf.js asks for by name (scripts/build-web.ts). */
const PARTS = new URL(`/assets/pdfjs-${version}/`, self.location.origin).href

/** The size of a page, turned as it is shown. */
export type TamanoMm = { ancho_mm: number; alto_mm: number }

export type DocumentoAbierto = {
  /** Counts by reaching every page, as the server does. @throws if the file has more pages than the default limit */
  contar(): Promise<TamanoMm[]>
  /** Whether a page (from 1) prints in colour. */
  isColor(page: number, sensibilidad: Sensibilidad): Promise<boolean>
  miniatura(): Promise<Blob>
  /** A page (from 1) as it will be printed, `ancho` pixels wide; narrower where it would be higher than any screen. */
  pagina(page: number, ancho: number): Promise<Blob>
  close(): Promise<void>
}

class Canvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    Object.assign(canvas, { width, height })
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    this.reset({ canvas }, 0, 0)
  }
}

/** Filters need elements of a page, and a worker has none: drawings that use one are drawn without it. */
class NoFilters {
  addFilter = none
  addHCMFilter = none
  addAlphaFilter = none
  addLuminosityFilter = none
  addKnockoutFilter = none
  addHighlightHCMFilter = none
  addSelectionHCMFilter = none
  destroy() {}
}
function none() {
  return 'none'
}

let parser: PDFWorker | undefined

/** @throws what pdf.js does; `PasswordException` by its name */
export async function openDocumento(file: File): Promise<DocumentoAbierto> {
  parser ??= new PDFWorker({ port: new Worker(parserUrl, { type: 'module' }) as unknown as null })
  const task = getDocument({
    ...(await bytesOf(file)),
    worker: parser,
    verbosity: 0,
    // Outlines instead of the page's fonts, which workers do not support everywhere
    disableFontFace: true,
    useSystemFonts: false,
    // The page's CSP lets no script compile WebAssembly
    useWasm: false,
    useWorkerFetch: true,
    cMapUrl: `${PARTS}cmaps/`,
    standardFontDataUrl: `${PARTS}standard_fonts/`,
    wasmUrl: `${PARTS}wasm/`,
    CanvasFactory: Canvases,
    FilterFactory: NoFilters,
    ownerDocument: {},
  } as unknown as Parameters<typeof getDocument>[0])
  try {
    return documentoOf(await task.promise, () => task.destroy())
  } catch (error) {
    await task.destroy()
    throw error
  }
}

async function bytesOf(file: File) {
  if (file.size <= WHOLE_BYTES) return { data: new Uint8Array(await file.arrayBuffer()) }
  const range = new PDFDataRangeTransport(file.size, null)
  range.requestDataRange = (begin, end) => {
    file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => range.onDataRange(begin, new Uint8Array(bytes)),
        () => range.abort(),
      )
  }
  return { range, rangeChunkSize: CHUNK_BYTES, disableAutoFetch: true, disableStream: true }
}

const documentoOf = (pdf: PDFDocumentProxy, close: () => Promise<void>): DocumentoAbierto => ({
  async contar() {
    if (pdf.numPages > paginas_archivo) throw new Error('More pages than are looked at')
    const sizes: TamanoMm[] = []
    for (let from = 1; from <= pdf.numPages; from += PAGES_AT_ONCE) {
      const asked = Array.from({ length: Math.min(PAGES_AT_ONCE, pdf.numPages - from + 1) }, (_, at) =>
        pdf.getPage(from + at),
      )
      for (const page of await Promise.all(asked)) sizes.push(sizeOf(page))
    }
    return sizes
  },
  async isColor(number, sensibilidad) {
    const page = await pdf.getPage(number)
    try {
      const ink = inkOf(
        await page.getOperatorList({ intent: 'print', annotationMode: AnnotationMode.ENABLE }),
        // Each letter of a Type 3 font is a drawing, which may have colours of its own (emoji)
        (name) => page.commonObjs.has(name) && page.commonObjs.get(name)?.isType3Font === true,
      )
      if (ink.is === 'neutral') return await hasFrame(page)
      const { width, height } = page.getViewport({ scale: 1 })
      const { context } = await draw(page, at50Dpi(width, height))
      const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
      const raster = {
        pixels: new Uint8Array(data.buffer),
        width: context.canvas.width,
        height: context.canvas.height,
        isScan: () => ink.pictured >= SHARE_OF_SCAN * width * height,
      }
      return hasColor(raster, sensibilidad)
    } finally {
      page.cleanup()
    }
  },
  miniatura: async () => picture(await pdf.getPage(1), MINIATURA),
  async pagina(number, ancho) {
    const page = await pdf.getPage(number)
    try {
      return await picture(page, { width: ancho, height: HIGHEST })
    } finally {
      page.cleanup()
    }
  },
  close,
})

/** Draws a page as large as it fits, on white. */
async function picture(page: PDFPageProxy, most: { width: number; height: number }): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(most.width / width, most.height / height)
  const { canvas } = await draw(page, {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  })
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}

/** Includes crop box and rotation, but not the page's UserUnit: the server's engine ignores it. */
function sizeOf(page: PDFPageProxy): TamanoMm {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const isTurned = page.rotate % 180 !== 0
  const [width, height] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom]
  return { ancho_mm: width * MM_PER_PT, alto_mm: height * MM_PER_PT }
}

async function draw(page: PDFPageProxy, { width, height }: { width: number; height: number }) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  const shown = page.getViewport({ scale: 1 })
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport: shown,
    transform: [width / shown.width, 0, 0, height / shown.height, 0, 0],
    background: '#ffffff',
    intent: 'print', // notes and fields look as on paper
    annotationMode: AnnotationMode.ENABLE,
  }).promise
  return { canvas, context }
}

/** A link's frame may be printed, but only the server draws it: its answer decides. */
async function hasFrame(page: PDFPageProxy): Promise<boolean> {
  const printed = await page.getAnnotations({ intent: 'print' })
  return printed.some(
    ({ subtype, hasAppearance, borderStyle }) =>
      subtype === 'Link' && !hasAppearance && borderStyle?.width > 0,
  )
}

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

const SETS_COLOR = new Set([OPS.setFillRGBColor, OPS.setStrokeRGBColor])
/** Operators that may bring colour of their own, as pictures and patterns do. */
const BRINGS_COLOR = new Set([
  OPS.setFillColorN,
  OPS.setStrokeColorN,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
])
const PAINTS_PICTURE = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
])

/** Most pages of text name no colour at all, and need not be drawn. `pictured`: square points under pictures. */
function inkOf(
  { fnArray, argsArray }: Operators,
  isDrawnFont: (name: string) => boolean,
): { is: 'neutral' | 'asked'; pictured: number } {
  let is: 'neutral' | 'asked' = 'neutral'
  let pictured = 0
  let area = 1
  const saved: number[] = []
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at]
    const isForm = operator === OPS.paintFormXObjectBegin
    if (operator === OPS.save || isForm) saved.push(area)
    const matrix = operator === OPS.transform ? args : isForm ? args[0] : null
    if (matrix) area *= Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) area = saved.pop() ?? 1
    else if (PAINTS_PICTURE.has(operator)) pictured += area
    if (operator === OPS.setFont && isDrawnFont(args[0])) is = 'asked'
    if (BRINGS_COLOR.has(operator) || (SETS_COLOR.has(operator) && !isGrey(args[0]))) is = 'asked'
  }
  return { is, pictured }
}

/** '#rrggbb' */
function isGrey(color: unknown): boolean {
  const channels = String(color)
    .match(/[0-9a-f]{2}/gi)
    ?.map((pair) => Number.parseInt(pair, 16))
  return channels?.length === 3 && Math.max(...channels) - Math.min(...channels) <= DRAWN.spread
}
