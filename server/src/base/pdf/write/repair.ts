import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type PdfRefusalReason, PdfRefused } from '../port.ts'
import type { Beat } from '../process/messages.ts'
import { runOfMachine } from '../qpdf/qpdf-machine.ts'
import { type OpenDocument, withDocument } from '../read/document.ts'
import { pageSizeOf, withMemory } from '../read/pdfium.ts'
import { spanOf } from '../read/span.ts'
import { createPdfWriter } from '../syntax/pdf-writer.ts'
import { saveDocument, savePages } from './copy-pages.ts'

const BLOCK = 2 ** 22
const OVERLAP = 64 // bytes: more than anything that is looked for
const LOOKED_AT = 300 // pages of each reading
const STEP_MS = 60_000
/** Refusals that no other reading would change. */
const FINAL = new Set<PdfRefusalReason>(['cifrado', 'demasiadas-paginas'])

/**
 * Writes a sound file from a damaged one. It is read in four ways: by qpdf's repair if the machine has it, by
 * PDFium's, which starts when it finds no table, by a table of all objects found in the file, and unrepaired.
 * The reading that shows most is kept, with the pages that can be reached.
 * @param most pages: a reading with more is not examined further
 * @returns its path, in `folder`
 * @throws PdfRefused demasiadas-paginas; danado if none finds a page, or every page is blank; cifrado
 */
export async function repairDocument(
  { path, most, folder }: { path: string; most: number; folder: string },
  beat: Beat,
): Promise<string> {
  beat(STEP_MS)
  const objects = copyWithoutTable(path, join(folder, 'sin-tabla.pdf'))
  let best: { reading: string; shown: Shown } | undefined
  for (const read of [byQpdf, byPdfium, byObjects, asItIs]) {
    beat(STEP_MS)
    const reading = read(path, folder, objects)
    const shown = reading && (await shownBy(reading, most, beat))
    if (!shown || (best && !isMore(shown, best.shown))) continue
    best = { reading, shown }
    if (shown.drawn === shown.count) break
  }
  if (!best || best.shown.drawn === 0) throw new PdfRefused('danado')
  const out = join(folder, 'reparado.pdf')
  const { pages, count } = best.shown
  beat(STEP_MS)
  await withDocument(best.reading, beat, (document) => {
    for (const page of pages) giveBox(document, page - 1)
    if (pages.length === count) saveDocument(document.lib, document.handle, out)
    else savePages(document, pages, out)
  })
  return out
}

type Objects = { places: Map<number, number>; root: number | undefined; usual: boolean }
type Read = (path: string, folder: string, objects: Objects) => string | undefined

const byQpdf: Read = (path, folder, { usual }) => {
  const out = join(folder, 'qpdf.pdf')
  const from = usual ? path : join(folder, 'sin-tabla.pdf')
  return runOfMachine({ words: ['--decrypt', { path: from }], out, ms: STEP_MS / 2 }) ? out : undefined
}

const byPdfium: Read = (_path, folder) => join(folder, 'sin-tabla.pdf')

const byObjects: Read = (_path, folder, { places, root }) => {
  if (root === undefined) return undefined
  const out = join(folder, 'por-objetos.pdf')
  copyFileSync(join(folder, 'sin-tabla.pdf'), out)
  const fd = openSync(out, 'r+')
  const writer = createPdfWriter(fd, statSync(out).size, places)
  writer.end(`/Size ${Math.max(...places.keys()) + 1} /Root ${root} 0 R`)
  closeSync(fd)
  return out
}

const asItIs: Read = (path) => path

/** Reachable pages (1-based), the declared number, how many draw something, and with how many objects. */
type Shown = { pages: number[]; count: number; drawn: number; objects: number }

async function shownBy(path: string, most: number, beat: Beat): Promise<Shown | undefined> {
  try {
    return await withDocument(path, beat, (document) => look(document, most))
  } catch (error) {
    if (error instanceof PdfRefused && !FINAL.has(error.reason)) return undefined
    throw error
  }
}

function look({ lib, handle, pages: count }: OpenDocument, most: number): Shown {
  const shown: Shown = { pages: [], count, drawn: 0, objects: 0 }
  for (let page = 1; page <= count; page++) {
    if (shown.pages.length > most) throw new PdfRefused('demasiadas-paginas')
    if (page > LOOKED_AT) {
      if (pageSizeOf(lib, handle, page - 1)) shown.pages.push(page)
      continue
    }
    const loaded = lib.FPDF_LoadPage(handle, page - 1)
    if (!loaded) continue
    const objects = Math.max(0, lib.FPDFPage_CountObjects(loaded))
    shown.pages.push(page)
    shown.objects += objects
    if (objects > 0 || lib.FPDFPage_GetAnnotCount(loaded) > 0) shown.drawn++
    lib.FPDF_ClosePage(loaded)
  }
  return shown
}

function isMore(a: Shown, b: Shown): boolean {
  if (a.drawn !== b.drawn) return a.drawn > b.drawn
  if (a.pages.length !== b.pages.length) return a.pages.length > b.pages.length
  return a.objects > b.objects
}

/** A page that shows nothing, because its crop box lies outside, is shown whole, as other readers do. */
function giveBox({ lib, handle }: OpenDocument, index: number): void {
  const { width, height } = pageSizeOf(lib, handle, index) ?? { width: 0, height: 0 }
  const page = width > 0 && height > 0 ? 0 : lib.FPDF_LoadPage(handle, index)
  if (!page) return
  withMemory(lib, 16, (rect) => {
    const float = (at: number) => lib.pdfium.getValue(rect + at, 'float')
    const found = lib.EPDF_GetPageBoxByIndex(handle, index, MEDIA_BOX, rect)
    const [left, top, right, bottom] = found ? [float(0), float(4), float(8), float(12)] : [0, 792, 612, 0]
    lib.FPDFPage_SetMediaBox(page, left, bottom, right, top)
    lib.FPDFPage_SetCropBox(page, left, bottom, right, top)
  })
  lib.FPDF_ClosePage(page)
}

const MEDIA_BOX = 0

/**
 * Copies the PDF in a file without bytes around it, with its last table hidden: PDFium then searches for the
 * objects.
 * @returns where objects begin in the copy, and which is the catalog
 */
function copyWithoutTable(path: string, out: string): Objects {
  const fd = openSync(path, 'r')
  const copy = openSync(out, 'w')
  try {
    const { from, to, headed, usual } = spanOf(fd, fstatSync(fd).size)
    const header = headed ? 0 : writeSync(copy, '%PDF-1.7\n')
    const objects: Objects = { places: new Map(), root: undefined, usual }
    for (let at = from; at < to; at += BLOCK) {
      const block = Buffer.alloc(Math.min(BLOCK + OVERLAP, to - at))
      const text = block.toString('latin1', 0, readSync(fd, block, 0, block.length, at))
      const hidden = text.replaceAll('startxref', '         ')
      writeSync(copy, Buffer.from(hidden, 'latin1'), 0, hidden.length, header + at - from)
      for (const { 1: number, index } of text.matchAll(/(?<![^\s\0])(\d{1,8})\s+\d{1,5}\s+obj\b/g))
        objects.places.set(Number(number), header + at - from + index)
      for (const { 1: number } of text.matchAll(/\/Root\s+(\d+)\s+\d+\s+R/g)) objects.root = Number(number)
    }
    return objects
  } finally {
    closeSync(fd)
    closeSync(copy)
  }
}
