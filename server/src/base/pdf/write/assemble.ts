import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HOJAS, type Hoja, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { ladosOf } from '@imprimitodo/shared/rules/taller/trabajo'
import { PdfRefused, type Stretch } from '../port.ts'
import { type Beat, FINISHED } from '../process/messages.ts'
import { QpdfFailed } from '../qpdf/qpdf.ts'
import { HasLayers, layOut, ReadDifferently, type Side } from './lay-out.ts'
import { mergePages } from './merge.ts'
import { NeedsCoalescing } from './page-content.ts'
import { drawSource, markLayers, rewriteSource, type Source, surveySources } from './sources.ts'

/** A side of the work, and where its pages come from. */
type Origin = { path: string; page: number }
type Planned = { side: Side; from: Origin[] }

/** An assembly in progress. If a file turns out to need a repair, it is changed and the assembly repeated. */
type Assembly = {
  sides: Planned[]
  sources: Map<string, Source>
  hoja: Hoja
  folder: string
  beat: Beat
  layersKnown: boolean
  /** How contents with unusual filters are joined: by qpdf, or without the parts that it cannot read. */
  join: 'here' | 'qpdf' | 'readable'
  /** How far each file was changed: copied by PDFium, or drawn as pictures. */
  rewritten: Map<string, 'copied' | 'drawn'>
}

/**
 * Makes one copy of a work in `folder`, which the caller removes. Three steps: PDFium reads each page's size
 * and draws annotations without appearance; qpdf merges and flattens; its file becomes the work, every page
 * on its sheet. Most works need nothing else. A file with hidden layers is marked; one that qpdf cannot read,
 * or reads differently, is rewritten by PDFium or else drawn; then the merge is repeated.
 * @throws PdfRefused
 */
export async function assembleWork(
  work: Stretch[],
  { hoja: nombre, folder }: { hoja: NombreHoja; folder: string },
  beat: Beat,
): Promise<{ pages: number }> {
  const hoja = HOJAS[nombre]
  const sources = await surveySources(work, { hoja, folder }, beat)
  const sides = sidesOf(work, sources)
  const assembly: Assembly = {
    sides,
    sources,
    hoja,
    folder,
    beat,
    layersKnown: false,
    join: 'here',
    rewritten: new Map(),
  }
  for (;;) {
    try {
      await tryToAssemble(assembly)
      return { pages: sides.length }
    } catch (error) {
      await mend(assembly, error)
    }
  }
}

/** By the rules of `Stretch`. */
function sidesOf(work: Stretch[], sources: Map<string, Source>): Planned[] {
  const tramos = work.map((stretch) => ({
    ...stretch,
    paginas: stretch.pages,
    por_carilla: stretch.perSide ?? 1,
  }))
  return ladosOf(tramos).map(({ tramo: { path, por_carilla, grey }, paginas, blank }) => {
    if (blank) return { side: { pages: [], perSide: 1, grey: false }, from: [] }
    const sizes = paginas.map((page) => {
      const size = sources.get(path)?.sizes.get(page)
      if (!size) throw new PdfRefused('danado')
      return size
    })
    return {
      side: { pages: sizes, perSide: por_carilla, grey },
      from: paginas.map((page) => ({ path, page })),
    }
  })
}

async function tryToAssemble(assembly: Assembly): Promise<void> {
  const { sides, sources, hoja, folder, beat, layersKnown, join: how } = assembly
  const places = originsOf(sides).flatMap(({ path, page }) => sources.get(path)?.places.get(page) ?? [])
  const out = join(folder, FINISHED)
  await mergePages(places, out, beat, how === 'qpdf')
  beat(10_000 + places.length * 20)
  layOut(
    out,
    hoja,
    sides.map(({ side }) => side),
    { layersKnown, lenient: how === 'readable' },
  )
}

/** The origin of every page, in the order of the merged file. */
const originsOf = (sides: Planned[]): Origin[] => sides.flatMap(({ from }) => from)

/**
 * Repairs the cause of a failed attempt, each cause at most once. @throws the error if nothing is left to do
 */
async function mend(assembly: Assembly, error: unknown): Promise<void> {
  const { sources, hoja, folder, beat } = assembly
  if (error instanceof NeedsCoalescing && assembly.join === 'here') {
    assembly.join = 'qpdf'
  } else if (error instanceof QpdfFailed && assembly.join === 'qpdf') {
    assembly.join = 'readable'
  } else if (error instanceof HasLayers && !assembly.layersKnown) {
    assembly.layersKnown = true
    for (const [path, source] of sources) {
      const name = `capas-${assembly.rewritten.size}-${[...sources.keys()].indexOf(path)}`
      sources.set(path, await markLayers(source, { hoja, folder, name }, beat))
    }
    assembly.rewritten.clear() // files that were rewritten before have no marks
  } else {
    const culprits = await culpritsOf(assembly, error)
    if (culprits.length === 0) throw error
    for (const path of culprits) await rewrite(assembly, path)
  }
}

async function rewrite(
  { sources, hoja, folder, beat, rewritten, layersKnown }: Assembly,
  path: string,
): Promise<void> {
  const source = sources.get(path)
  const before = rewritten.get(path)
  if (!source || before === 'drawn') throw new PdfRefused('danado')
  const target = {
    hoja,
    folder,
    name: `rehecho-${layersKnown}-${before ?? 'no'}-${[...sources.keys()].indexOf(path)}`,
  }
  rewritten.set(path, before ? 'drawn' : 'copied')
  sources.set(path, await (before ? drawSource : rewriteSource)(source, target, beat))
}

/** The files that made an attempt fail; none if it was not a file's fault. */
async function culpritsOf({ sides, sources, folder, beat }: Assembly, error: unknown): Promise<string[]> {
  if (error instanceof ReadDifferently) {
    const origin = originsOf(sides)[error.index]
    return origin ? [origin.path] : [...sources.keys()]
  }
  if (!(error instanceof QpdfFailed)) return []
  refuseFullDisk([...sources.keys()], folder)
  const culprits: string[] = []
  for (const [path, { places }] of sources) {
    try {
      await mergePages([...places.values()], join(folder, 'prueba.pdf'), beat)
    } catch {
      culprits.push(path) // whatever qpdf's error is, PDFium will rewrite the file
    }
  }
  return culprits
}

/** qpdf does not say why it failed, and a disk without room must not be blamed on the customer's file. */
function refuseFullDisk(paths: string[], folder: string): void {
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) throw Object.assign(new Error('No space left to assemble'), { code: 'ENOSPC' })
}
