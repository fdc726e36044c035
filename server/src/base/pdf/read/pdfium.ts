import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'

/**
 * The part of PDFium this engine uses. The package's own types stand on @types/emscripten, which is not
 * installed; pointers are offsets into the WASM heap.
 */
export type Pdfium = {
  pdfium: {
    HEAPU8: Uint8Array
    wasmExports: { malloc(size: number): number; free(pointer: number): void }
    addFunction(callback: (...args: number[]) => number, signature: string): number
    removeFunction(pointer: number): void
    setValue(pointer: number, value: number, type: 'i32' | 'float'): void
    getValue(pointer: number, type: 'i32' | 'float'): number
  }
  PDFiumExt_Init(): void
  FPDF_LoadCustomDocument(fileAccess: number, password: string): number
  FPDF_CreateNewDocument(): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_GetFormType(document: number): number
  FPDF_DocumentHasValidCrossReferenceTable(document: number): boolean
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): boolean
  EPDF_GetPageBoxByIndex(document: number, index: number, box: number, rect: number): boolean
  EPDFPage_GetAnnotCountRaw(document: number, index: number): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_GetAnnot(page: number, index: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_GetSubtype(annotation: number): number
  FPDFAnnot_GetFlags(annotation: number): number
  FPDFAnnot_HasKey(annotation: number, key: string): boolean
  FPDFAnnot_GetStringValue(annotation: number, key: string, buffer: number, length: number): number
  FPDFAnnot_SetStringValue(annotation: number, key: string, value: number): boolean
  FPDFAnnot_GetAP(annotation: number, appearance: number, buffer: number, length: number): number
  FPDFAnnot_SetAP(annotation: number, appearance: number, content: number): boolean
  EPDF_RenderAnnotBitmap(
    bitmap: number,
    page: number,
    annotation: number,
    appearance: number,
    matrix: number,
    flags: number,
  ): boolean
  EPDFAnnot_SetColor(annotation: number, kind: number, red: number, green: number, blue: number): boolean
  EPDFAnnot_GenerateAppearance(annotation: number): boolean
  EPDFAnnot_GenerateFormFieldAP(annotation: number): boolean
  EPDFAnnot_ExportAppearanceAsDocument(annotation: number): number
  PDFiumExt_OpenFormFillInfo(): number
  PDFiumExt_CloseFormFillInfo(info: number): void
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number
  PDFiumExt_ExitFormFillEnvironment(form: number): void
  FPDFAnnot_GetFormFieldType(form: number, annotation: number): number
  FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, length: number): number
  EPDFAnnot_SetFormFieldValue(form: number, annotation: number, value: number): boolean
  FPDFAnnot_GetOptionCount(form: number, annotation: number): number
  FPDFAnnot_GetOptionLabel(
    form: number,
    annotation: number,
    index: number,
    buffer: number,
    length: number,
  ): number
  FPDFAnnot_IsOptionSelected(form: number, annotation: number, index: number): boolean
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FORM_SetFocusedAnnot(form: number, annotation: number): boolean
  FORM_SetIndexSelected(form: number, page: number, index: number, selected: boolean): boolean
  FORM_ForceToKillFocus(form: number): boolean
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFPage_SetMediaBox(page: number, left: number, bottom: number, right: number, top: number): void
  FPDFPage_SetCropBox(page: number, left: number, bottom: number, right: number, top: number): void
  FPDFPage_HasTransparency(page: number): boolean
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFFormObj_CountObjects(form: number): number
  FPDFFormObj_GetObject(form: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFPageObj_HasTransparency(object: number): boolean
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): boolean
  FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): boolean
  FPDFPageObj_CountMarks(object: number): number
  FPDFPageObj_GetMatrix(object: number, matrix: number): boolean
  FPDFPageObj_GetDashCount(object: number): number
  FPDFPageObj_GetDashArray(object: number, array: number, length: number): boolean
  FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): boolean
  FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ): boolean
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(reading: number): void
  FPDFText_CountChars(reading: number): number
  FPDFText_GetText(reading: number, start: number, count: number, buffer: number): number
  FPDFTextObj_GetText(text: number, reading: number, buffer: number, length: number): number
  FPDFTextObj_GetTextRenderMode(text: number): number
  FPDFTextObj_GetFont(text: number): number
  FPDFFont_GetIsEmbedded(font: number): number
  FPDFFont_GetBaseFontName(font: number, buffer: number, length: number): number
  FPDFImageObj_GetImageMetadata(image: number, page: number, metadata: number): boolean
  FPDFImageObj_GetImageFilterCount(image: number): number
  FPDFImageObj_GetImageFilter(image: number, index: number, buffer: number, length: number): number
  FPDFImageObj_GetImageDataRaw(image: number, buffer: number, length: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, argb: number): void
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmapWithMatrix(
    bitmap: number,
    page: number,
    matrix: number,
    clipping: number,
    flags: number,
  ): void
  FPDF_ImportPagesByIndex(to: number, from: number, indices: number, length: number, at: number): boolean
  FPDF_SaveAsCopy(document: number, fileWrite: number, flags: number): boolean
}

let loaded: Promise<Pdfium> | undefined

/** PDFium, once per process (60 ms, about 40 MB). */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= start()
  return loaded
}

async function start(): Promise<Pdfium> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const overrides = { wasmBinary, print: () => {}, printErr: () => {} }
  const lib = (await init(overrides as never)) as unknown as Pdfium
  lib.PDFiumExt_Init()
  return lib
}

/** In points, as a reader shows it, of a page (0-based); undefined where it cannot be read. */
export const pageSizeOf = (lib: Pdfium, document: number, index: number) =>
  withMemory(lib, 8, (at) => {
    if (!lib.FPDF_GetPageSizeByIndexF(document, index, at)) return undefined
    const { getValue } = lib.pdfium
    return { width: getValue(at, 'float'), height: getValue(at + 4, 'float') }
  })

/** Memory of PDFium for the time of a call. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (at: number) => T): T {
  const at = pdfium.wasmExports.malloc(bytes)
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}

/**
 * Text that PDFium writes as UTF-16.
 * @param write as the functions of PDFium: returns its length in bytes, with a 0 behind it
 */
export const readText = (lib: Pdfium, write: (buffer: number, length: number) => number): string => {
  const bytes = write(0, 0)
  return withMemory(lib, bytes, (at) => {
    write(at, bytes)
    return Buffer.from(lib.pdfium.HEAPU8.subarray(at, at + Math.max(0, bytes - 2))).toString('utf16le')
  })
}

/** Text as PDFium reads it, for the time of a call. */
export const withText = <T>(lib: Pdfium, text: string, use: (at: number) => T): T => {
  const bytes = Buffer.from(`${text}\0`, 'utf16le')
  return withMemory(lib, bytes.length, (at) => {
    lib.pdfium.HEAPU8.set(bytes, at)
    return use(at)
  })
}

/** A loaded page as it will be printed: its annotations and form fields have an appearance. */
export type PrintedPage = { lib: Pdfium; page: number }
