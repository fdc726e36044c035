import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'
import { pagesOf } from '@imprimitodo/shared/rules/compra/paginas'
import { PdfRefused, type Stretch } from '../port.ts'
import type { Beat } from '../process/messages.ts'
import { QpdfFailed } from '../qpdf/qpdf.ts'
import { type OpenDocument, withDocument } from '../read/document.ts'
import { pageSizeOf } from '../read/pdfium.ts'
import { giveAppearances } from '../read/raster.ts'
import { copyPages, type PagePlace, saveDocument } from './copy-pages.ts'
import { markHiddenLayers } from './layers.ts'
import { normalise } from './merge.ts'
import { drawPages } from './picture.ts'

/** The source of each page of a customer's file, and the size that a reader shows, both by page. */
export type Source = {
  /** The file its pages are read from: the customer's, or a copy with hidden layers marked. */
  path: string
  places: Map<number, PagePlace>
  sizes: Map<number, { width: number; height: number }>
  /** Pages that are pictures already: nothing of them needs to be made again. */
  drawn?: Set<number>
}

/** The folder and name for derived files, and the sheet they are made for. */
type Target = { hoja: Hoja; folder: string; name: string }

/**
 * A page whose annotations lack an appearance is taken from a copy that has them, other pages from the file
 * itself.
 */
export async function surveySources(
  work: Stretch[],
  { hoja, folder }: { hoja: Hoja; folder: string },
  beat: Beat,
): Promise<Map<string, Source>> {
  const sources = new Map<string, Source>()
  for (const [path, pages] of pagesByFile(work)) {
    beat(10_000)
    const name = `dibujado-${sources.size}`
    const drawn = new Set(work.flatMap((stretch) => (stretch.path === path ? (stretch.imagen ?? []) : [])))
    const source = await withDocument(path, beat, (document) =>
      survey(document, { path, pages, drawn }, { folder, name }, beat),
    )
    sources.set(path, await drawSource(source, { hoja, folder, name: `${name}-imagen` }, beat, drawn))
  }
  return sources
}

/**
 * The same, with every page copied by PDFium: for a file that qpdf cannot read, or reads differently.
 * PDFium's reading is the one that was counted and priced.
 */
export async function rewriteSource(source: Source, target: Target, beat: Beat): Promise<Source> {
  const { path } = source
  beat(10_000)
  const pages = [...source.places.keys()].filter((page) => !source.drawn?.has(page)).sort((a, b) => a - b)
  const copied = await withDocument(path, beat, (document) => {
    for (const page of pages) drawAnnotations(document, page, beat)
    return copyPages(document, pages, statSync(path).size, target, beat)
  })
  return { ...source, places: new Map([...source.places, ...copied]) }
}

/** The same, with pages drawn as pictures: all, for a file that not even PDFium's copy makes readable. */
export async function drawSource(
  source: Source,
  target: Target,
  beat: Beat,
  wanted?: ReadonlySet<number>,
): Promise<Source> {
  const known = [...source.places.keys()].sort((a, b) => a - b)
  const pages = wanted ? known.filter((page) => wanted.has(page)) : known
  if (pages.length === 0) return source
  const drawn = await withDocument(source.path, beat, (document) => drawPages(document, pages, target, beat))
  return { ...source, places: new Map([...source.places, ...drawn]), drawn: new Set(pages) }
}

/**
 * The same, from a copy in which the layers that do not print are marked; the source itself if it has none.
 * @throws PdfRefused
 */
export async function markLayers(source: Source, target: Target, beat: Beat): Promise<Source> {
  const copy = join(target.folder, `${target.name}-capas.pdf`)
  await copyWhole(source.path, copy, beat)
  if (!markHiddenLayers(copy)) return source
  beat(10_000)
  const pages = [...source.places.keys()]
  const drawn = source.drawn ?? new Set()
  const marked = await withDocument(copy, beat, (document) =>
    survey(document, { path: copy, pages, drawn }, target, beat),
  )
  return drawSource(marked, { ...target, name: `${target.name}-imagen` }, beat, drawn)
}

/** A customer's file rewritten by qpdf; through PDFium if qpdf cannot read it. */
async function copyWhole(path: string, copy: string, beat: Beat): Promise<void> {
  try {
    await normalise(path, copy, beat)
  } catch (error) {
    if (!(error instanceof QpdfFailed)) throw error
    const rewritten = `${copy}.pdfium`
    await withDocument(path, beat, ({ lib, handle }) => saveDocument(lib, handle, rewritten))
    await normalise(rewritten, copy, beat)
  }
}

function pagesByFile(work: Stretch[]): Map<string, number[]> {
  const files = new Map<string, Set<number>>()
  for (const { path, pages } of work)
    files.set(path, new Set([...(files.get(path) ?? []), ...pagesOf(pages)]))
  return new Map([...files].map(([path, pages]) => [path, [...pages].sort((a, b) => a - b)]))
}

function survey(
  document: OpenDocument,
  { path, pages, drawn: pictures }: { path: string; pages: number[]; drawn: ReadonlySet<number> },
  target: { folder: string; name: string },
  beat: Beat,
): Source {
  const { lib, handle } = document
  const sizes: Source['sizes'] = new Map()
  for (const page of pages) {
    const size = pageSizeOf(lib, handle, page - 1)
    if (!size) throw new PdfRefused('danado')
    sizes.set(page, size)
  }
  const drawn = pages.filter((page) => !pictures.has(page) && drawAnnotations(document, page, beat))
  const copies = copyPages(document, drawn, statSync(path).size, target, beat)
  const places = new Map(pages.map((page) => [page, copies.get(page) ?? { path, page }]))
  return { path, places, sizes }
}

/** @returns whether an annotation of the page got an appearance, or lost an old one */
function drawAnnotations(document: OpenDocument, page: number, beat: Beat): boolean {
  const { lib, handle } = document
  if (lib.EPDFPage_GetAnnotCountRaw(handle, page - 1) < 1) return false
  beat()
  const loaded = lib.FPDF_LoadPage(handle, page - 1)
  if (!loaded) throw new PdfRefused('danado')
  const given = giveAppearances(document, loaded, page - 1)
  lib.FPDF_ClosePage(loaded)
  return given
}
