import { join } from 'node:path'
import { FINISHED } from './finished.ts'
import { type Leaf, layOut, ReadDifferently } from './lay-out.ts'
import { mergePages } from './merge.ts'
import type { Beat } from './messages.ts'
import { NeedsCoalescing } from './page-content.ts'
import { PdfRefused, type Stretch } from './port.ts'
import { QpdfFailed } from './qpdf.ts'
import { rewriteSource, type Source, surveySources } from './sources.ts'

/** A page of the work, with where it comes from; blanks come from nowhere. */
type Sheet = { leaf: Leaf; from?: { path: string; page: number } }

/**
 * Makes one copy of a work in `folder`, which its caller removes. Three steps: PDFium says each page's size and
 * flattens those whose annotations print; qpdf merges; an update at the end of the file sets the pages on A4.
 * A file that qpdf cannot read, or reads differently, is rewritten by PDFium and merged again.
 * @throws PdfRefused
 */
export async function assembleWork(work: Stretch[], folder: string, beat: Beat): Promise<{ pages: number }> {
  const sources = await surveySources(work, folder, beat)
  const sheets = sheetsOf(work, sources)
  const rewritten = new Set<string>()
  for (;;) {
    try {
      await tryToAssemble(sheets, sources, folder, beat)
      return { pages: sheets.length }
    } catch (error) {
      const culprits = await culpritsOf(error, sheets, sources, folder, beat)
      if (culprits.length === 0) throw error
      for (const path of culprits) {
        const source = sources.get(path)
        if (!source || rewritten.has(path)) throw new PdfRefused('danado')
        rewritten.add(path)
        const target = { folder, name: `rehecho-${rewritten.size}` }
        sources.set(path, await rewriteSource(path, source, target, beat))
      }
    }
  }
}

/** Blank backs and filled sheets, by the rules of `Stretch`. */
function sheetsOf(work: Stretch[], sources: Map<string, Source>): Sheet[] {
  const sheets: Sheet[] = []
  const blank: Sheet = { leaf: { blank: true } }
  for (const { path, from, to, grey, blankBacks, fillSheet } of work) {
    for (let page = from; page <= to; page++) {
      const size = sources.get(path)?.sizes.get(page)
      if (!size) throw new PdfRefused('danado')
      sheets.push({ leaf: { blank: false, grey, ...size }, from: { path, page } })
      if (blankBacks) sheets.push(blank)
    }
    if (fillSheet && sheets.length % 2 === 1) sheets.push(blank)
  }
  return sheets
}

async function tryToAssemble(
  sheets: Sheet[],
  sources: Map<string, Source>,
  folder: string,
  beat: Beat,
): Promise<void> {
  const pages = sheets.flatMap(({ from }) => {
    const place = from && sources.get(from.path)?.places.get(from.page)
    return place ? [place] : []
  })
  const leaves = sheets.map(({ leaf }) => leaf)
  const path = join(folder, FINISHED)
  await mergePages(pages, path, beat)
  beat(10_000 + sheets.length * 20)
  try {
    layOut(path, leaves)
  } catch (error) {
    if (!(error instanceof NeedsCoalescing)) throw error
    await mergePages(pages, path, beat, true)
    layOut(path, leaves)
  }
}

/** The files that made an attempt fail; none if it was not a file's fault. */
async function culpritsOf(
  error: unknown,
  sheets: Sheet[],
  sources: Map<string, Source>,
  folder: string,
  beat: Beat,
): Promise<string[]> {
  if (error instanceof ReadDifferently) {
    const path = sheets.flatMap(({ from }) => (from ? [from.path] : []))[error.index]
    return path === undefined ? [...sources.keys()] : [path]
  }
  if (!(error instanceof QpdfFailed)) return []
  const culprits: string[] = []
  for (const [path, { places }] of sources) {
    try {
      await mergePages([...places.values()], join(folder, 'prueba.pdf'), beat)
    } catch {
      culprits.push(path) // what qpdf says of it does not matter: PDFium will rewrite it
    }
  }
  return culprits
}
