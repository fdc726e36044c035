import { EngineDown, type PdfEngine, PdfRefused } from '../port.ts'
import type { Pool } from './pool.ts'
import { JobDied } from './worker-process.ts'

const HOPELESS_PAGES = 3
const SLICE_MS = 1_000 // a long colour job lets others in between at this interval

type ColorOptions = NonNullable<Parameters<PdfEngine['colorPages']>[3]>

/**
 * In slices of time. If a child dies of a page, the page counts as colour and a new child continues with the
 * next one; after a few such pages the rest of the file is not looked at: it would take two seconds and a new
 * child for each.
 */
export async function colorPages(
  pool: Pool,
  path: string,
  from: number,
  to: number,
  { signal, turnMs = Number.POSITIVE_INFINITY, sensibilidad, onProgress }: ColorOptions,
): Promise<boolean[]> {
  const end = performance.now() + turnMs
  const colors: boolean[] = []
  const add = (color: boolean) => {
    colors.push(color)
    onProgress?.(from + colors.length - 1, color)
  }
  const account = { ms: 0 }
  let lost = 0
  let retried = 0
  while (from + colors.length <= to) {
    if (lost >= HOPELESS_PAGES) {
      add(true)
      continue
    }
    // Not if all pages so far were lost: the next turn would start the count again
    if (colors.length > lost && performance.now() > end) return colors
    const slice = {
      kind: 'color' as const,
      path,
      from: from + colors.length,
      to,
      sliceMs: SLICE_MS,
      sensibilidad,
    }
    try {
      const outcome = await pool.run(slice, 'heavy', {
        signal,
        account,
        onPage: (progress) => {
          if (progress.is === 'page') add(progress.color)
        },
      })
      if (outcome.is === 'refused') throw new PdfRefused(outcome.reason)
    } catch (error) {
      if (!(error instanceof JobDied)) throw error
      const page = from + colors.length
      if ((error.death === 'crash' || error.death === 'killed') && retried !== page) {
        retried = page // perhaps it was killed from outside: a page gets a second chance
        continue
      }
      if (error.death === 'killed') throw new EngineDown('', { cause: error })
      lost++
      add(true)
    }
  }
  return colors
}
