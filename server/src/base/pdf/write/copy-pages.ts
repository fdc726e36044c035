import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PdfRefused } from '../port.ts'
import type { Beat } from '../process/messages.ts'
import type { OpenDocument } from '../read/document.ts'
import { writeDocument } from './write-document.ts'

const CHUNK_BYTES = 48 * 2 ** 20 // PDFium holds copied pages in memory until they are saved
const CHUNK_PAGES = 200

/** A page (1-based) of a file on disk. */
export type PagePlace = { path: string; page: number }

/**
 * Copies pages into new files that PDFium writes: sound whatever the source was, not encrypted, and without
 * anything that belongs to the document rather than to its pages.
 * @param name unique in `folder`
 * @throws PdfRefused danado
 */
export function copyPages(
  document: OpenDocument,
  pages: number[],
  fileBytes: number,
  target: { folder: string; name: string },
  beat: Beat,
): Map<number, PagePlace> {
  const places = new Map<number, PagePlace>()
  const pageBytes = Math.max(1, fileBytes / document.pages)
  const chunkPages = Math.max(1, Math.min(CHUNK_PAGES, Math.floor(CHUNK_BYTES / pageBytes)))
  for (let first = 0; first < pages.length; first += chunkPages) {
    const chunk = pages.slice(first, first + chunkPages)
    const path = join(target.folder, `${target.name}-${first}.pdf`)
    beat(2_000 * chunk.length)
    savePages(document, chunk, path)
    chunk.forEach((page, index) => {
      places.set(page, { path, page: index + 1 })
    })
  }
  return places
}

/** Writes some pages (1-based) to a file. @throws PdfRefused danado */
export function savePages({ lib, handle }: OpenDocument, pages: number[], path: string): void {
  const { wasmExports, setValue } = lib.pdfium
  const copy = lib.FPDF_CreateNewDocument()
  const indices = wasmExports.malloc(pages.length * 4)
  try {
    pages.forEach((page, index) => {
      setValue(indices + index * 4, page - 1, 'i32')
    })
    if (!lib.FPDF_ImportPagesByIndex(copy, handle, indices, pages.length, 0)) throw new PdfRefused('danado')
    saveDocument(lib, copy, path)
  } finally {
    wasmExports.free(indices)
    lib.FPDF_CloseDocument(copy)
  }
}

/** Writes a document to a file, whole and without encryption. @throws PdfRefused danado */
export function saveDocument(lib: OpenDocument['lib'], document: number, path: string): void {
  const fd = openSync(path, 'w')
  try {
    const saved = writeDocument(lib, document, (bytes) => {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    })
    if (!saved || fstatSync(fd).size === 0) throw new PdfRefused('danado')
  } finally {
    closeSync(fd)
  }
}
