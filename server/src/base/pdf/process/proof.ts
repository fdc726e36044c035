import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { A4, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import { EngineDown, type PdfEngine, type Proof, type ProvedPage } from '../port.ts'
import { isOfAFile } from './paper.ts'
import type { Account, Pool } from './pool.ts'
import { JobDied } from './worker-process.ts'

const CHUNK = { first: 20, least: 5, most: 150 } // pages of one job
const CHUNK_MS = 1_500 // others get their turn in between
const ALL_UP_TO = 600 // pages of a file
const RISKY_CHUNK = 500 // pages that are only loaded

type Options = NonNullable<Parameters<PdfEngine['prove']>[2]>

/** The file that is read, and the account of its time. */
type Reading = {
  pool: Pool
  path: string
  hoja: NombreHoja
  account: Account
  sensibilidad: Sensibilidad | undefined
  signal: AbortSignal | undefined
}
/** `end`: of the turn, on the clock of `performance.now`. */
type Proving = Reading & { end: number }
type Found = Pick<Proof, 'imagen' | 'imposibles' | 'findings'>

/**
 * Proves a file in chunks, until its turn is over; at least one page. A page that differs, or of which its
 * child died, is made again as a picture; if that fails too, it is impossible to print.
 */
export async function proveFile(
  pool: Pool,
  path: string,
  pages: number,
  options: Options = {},
): Promise<Proof> {
  const { hoja = A4.nombre, after = 0, turnMs = Number.POSITIVE_INFINITY, sensibilidad, signal } = options
  const account = { ms: 0 }
  const proof = { imagen: [], imposibles: [], findings: new Map() }
  const reading = { pool, path, hoja, account, sensibilidad, signal }
  const wanted = options.wanted ?? (await pagesToProve(reading, pages, options))
  // The turn's time starts here: a long search for risky pages must not leave no time for a page
  const proving: Proving = { ...reading, end: performance.now() + turnMs }
  const left = wanted.filter((page) => page > after)
  let size = CHUNK.first
  while (left.length > 0) {
    const chunk = left.slice(0, size)
    const start = performance.now()
    const done = await proveChunk(proving, chunk, proof)
    left.splice(0, done)
    if (performance.now() > proving.end && left.length > 0)
      return { ...proof, hasta: chunk[done - 1] ?? after, ms: account.ms, wanted: left }
    const fitting = Math.round((done * CHUNK_MS) / (performance.now() - start))
    size = Math.min(CHUNK.most, Math.max(CHUNK.least, fitting))
  }
  return { ...proof, hasta: pages, ms: account.ms, wanted: [] }
}

/**
 * All pages of a repaired file, or of one up to 600 pages. Otherwise every k-th, the last, and all risky
 * ones.
 */
async function pagesToProve(
  reading: Reading,
  pages: number,
  { reparado = false, after = 0 }: Options,
): Promise<number[]> {
  const all = Array.from({ length: pages }, (_, index) => index + 1)
  if (reparado || pages <= ALL_UP_TO) return all
  const step = Math.ceil(pages / ALL_UP_TO)
  const isSample = (page: number) => page % step === 1 || page === pages
  const risky = new Set<number>()
  const others = all.filter((page) => page > after && !isSample(page))
  for (let from = 0; from < others.length; from += RISKY_CHUNK) {
    const chunk = others.slice(from, from + RISKY_CHUNK)
    for (const page of await riskyOf(reading, chunk)) risky.add(page)
  }
  return all.filter((page) => isSample(page) || risky.has(page))
}

/** All of these pages if the child dies of one. */
async function riskyOf({ pool, path, account, signal }: Reading, pages: number[]): Promise<number[]> {
  try {
    const outcome = await pool.run({ kind: 'risky', path, pages }, 'heavy', { signal, account })
    return outcome.is === 'refused' ? pages : (outcome.answer as number[])
  } catch (error) {
    if (!(error instanceof JobDied || isOfAFile(error))) throw error
    signal?.throwIfAborted()
    return pages
  }
}

/** @returns how many pages are done: all, unless the turn ended among them */
async function proveChunk(proving: Proving, pages: number[], found: Found): Promise<number> {
  const isOver = () => performance.now() > proving.end
  const { proved, died } = await prove(proving, pages, [])
  for (const [index, page] of proved.entries()) {
    note(found, page)
    if (page.same) continue
    await proveAsPicture(proving, page.page, found)
    if (isOver()) return index + 1
  }
  const left = pages.slice(proved.length)
  if (!died || left.length === 0) return pages.length
  // The page of which the child died is unknown, so each page is made alone
  if (pages.length === 1) await proveAsPicture(proving, left[0] ?? 0, found)
  else
    for (const [index, page] of left.entries()) {
      if (proved.length + index > 0 && isOver()) return proved.length + index
      await proveChunk(proving, [page], found)
    }
  return pages.length
}

async function proveAsPicture(proving: Proving, page: number, found: Found): Promise<void> {
  const { proved } = await prove(proving, [page], [page])
  if (proved.length > 0) found.imagen.push(page)
  else found.imposibles.push(page)
}

async function prove(
  { pool, path, hoja, account, sensibilidad, signal }: Proving,
  pages: number[],
  imagen: number[],
): Promise<{ proved: ProvedPage[]; died: boolean }> {
  const proved: ProvedPage[] = []
  const folder = await mkdtemp(join(tmpdir(), 'prueba-'))
  try {
    const job = { kind: 'prove', path, hoja, pages, imagen, folder, sensibilidad } as const
    const outcome = await pool.run(job, 'heavy', {
      signal,
      account,
      onPage: (progress) => progress.is === 'proved' && proved.push(progress.proved),
    })
    return { proved, died: outcome.is === 'refused' }
  } catch (error) {
    if (!(error instanceof JobDied || isOfAFile(error))) throw error
    signal?.throwIfAborted()
    const isKilled = error instanceof JobDied && error.death === 'killed'
    if (isKilled && pages.length === 1) throw new EngineDown('', { cause: error })
    return { proved, died: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function note({ findings }: Found, { page, findings: found }: ProvedPage): void {
  for (const finding of found) findings.set(finding, [...(findings.get(finding) ?? ([] as number[])), page])
}
