import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { PdfRefused } from '../port.ts'
import type { Beat } from '../process/messages.ts'
import { needsAppearances } from './needs-appearances.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { spanOf } from './span.ts'
import { isTableRight } from './table-check.ts'

const GIB = 2 ** 30
const BEAT_BYTES = 2 ** 22
const WRONG_PASSWORD = 4
const UNKNOWN_SECURITY = 5

/**
 * An open PDF. Its bytes stay on disk: PDFium reads the ones it needs. `sound`: the whole file is a PDF, and its table
 * tells where its objects are. `redrawn`: its form has readers draw its fields anew. `form`: of PDFium, for values and
 * choices of fields. `lacking`: pages (0-based) with a field of which not every letter could be drawn.
 */
export type OpenDocument = {
  lib: Pdfium
  handle: number
  pages: number
  sound: () => boolean
  redrawn: () => boolean
  form: () => number
  lacking: Set<number>
  close(): void
}

/**
 * Opens a file for reading.
 * @throws PdfRefused vacio, no-es-pdf, demasiado-grande (PDFium's file length is 32 bits: at 4 GiB it never returns),
 * cifrado, danado, sin-paginas
 */
async function openDocument(path: string, beat: Beat): Promise<OpenDocument> {
  const lib = await loadPdfium()
  const fd = openSync(path, 'r')
  try {
    const { size } = fstatSync(fd)
    if (size >= 4 * GIB) throw new PdfRefused('demasiado-grande')
    const { usual, to } = spanOf(fd, size)
    return read(lib, fd, { size: to, usual, beat }) // over a gigabyte of zeros behind the end PDFium would look for objects
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function read(
  lib: Pdfium,
  fd: number,
  { size, usual, beat }: { size: number; usual: boolean; beat: Beat },
): OpenDocument {
  const { wasmExports, addFunction, removeFunction, setValue } = lib.pdfium
  let onRead: ((bytes: number) => void) | undefined
  // HEAPU8 is read at each call: growing the heap replaces it.
  const readBlock = addFunction((_param = 0, position = 0, buffer = 0, length = 0) => {
    const got = readSync(fd, lib.pdfium.HEAPU8, buffer >>> 0, length >>> 0, position >>> 0)
    onRead?.(got)
    return got === length >>> 0 ? 1 : 0
  }, 'iiiii')
  const fileAccess = wasmExports.malloc(12) // FPDF_FILEACCESS {length, callback, param}
  setValue(fileAccess, size, 'i32')
  setValue(fileAccess + 4, readBlock, 'i32')
  setValue(fileAccess + 8, 0, 'i32')
  const release = () => {
    removeFunction(readBlock)
    wasmExports.free(fileAccess)
  }

  const handle = lib.FPDF_LoadCustomDocument(fileAccess, '')
  if (!handle) {
    const error = lib.FPDF_GetLastError()
    release()
    throw new PdfRefused(error === WRONG_PASSWORD || error === UNKNOWN_SECURITY ? 'cifrado' : 'danado')
  }
  const { form, closeForm } = formOf(lib, handle)
  const close = () => {
    closeForm()
    lib.FPDF_CloseDocument(handle)
    release()
    closeSync(fd)
  }
  const pages = lib.FPDF_GetPageCount(handle)
  if (pages < 1) {
    lib.FPDF_CloseDocument(handle)
    release()
    throw new PdfRefused('sin-paginas')
  }
  const sound = () => usual && lib.FPDF_DocumentHasValidCrossReferenceTable(handle) && isTableRight(fd, size)
  let needs: boolean | undefined
  const redrawn = () => {
    onRead = tellOfReading(size, beat)
    needs ??= needsAppearances(lib, handle, fd)
    onRead = undefined
    return needs
  }
  return { lib, handle, pages, sound, redrawn, form, lacking: new Set(), close }
}

/** Its form is read when a field needs it. */
function formOf(lib: Pdfium, document: number): { form: () => number; closeForm: () => void } {
  let opened: { form: number; info: number } | undefined
  const open = () => {
    const info = lib.PDFiumExt_OpenFormFillInfo()
    return { info, form: lib.PDFiumExt_InitFormFillEnvironment(document, info) }
  }
  const form = () => {
    opened ??= open()
    return opened.form
  }
  const closeForm = () => {
    if (!opened) return
    lib.PDFiumExt_ExitFormFillEnvironment(opened.form)
    lib.PDFiumExt_CloseFormFillInfo(opened.info)
  }
  return { form, closeForm }
}

/**
 * Reading a large file whole takes longer than a page may. Signs of life end after twice its size: a table can make
 * PDFium read the same bytes for ever.
 */
function tellOfReading(size: number, beat: Beat): (bytes: number) => void {
  let [read, told] = [0, 0]
  return (bytes) => {
    read += bytes
    if (read - told < BEAT_BYTES || read > 2 * size) return
    told = read
    beat('again')
  }
}

/** Opens, uses and closes: if `use` throws, the descriptor is closed too. */
export async function withDocument<T>(
  path: string,
  beat: Beat,
  use: (document: OpenDocument) => T | Promise<T>,
): Promise<T> {
  const document = await openDocument(path, beat)
  try {
    return await use(document)
  } finally {
    document.close()
  }
}
