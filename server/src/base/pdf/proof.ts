import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOfAFile } from './paper.ts'
import type { Pool } from './pool.ts'
import type { PdfEngine, Proof, ProvedPage } from './port.ts'
import { JobDied } from './worker-process.ts'

const CHUNK = { first: 20, least: 5, most: 150 } // pages of one job
const CHUNK_MS = 1_500 // others get their turn in between
const ALL_UP_TO = 600 // pages of a file
const RISKY_CHUNK = 500 // pages that are only loaded

type Options = NonNullable<Parameters<PdfEngine['prove']>[2]>

/**
 * Proves a file in chunks. A page that differs, or that its child died of, is made again as a picture; one that cannot
 * be is impossible to print.
 */
export async function proveFile(
  pool: Pool,
  path: string,
  pages: number,
  options: Options = {},
): Promise<Proof> {
  const { signal } = options
  const proof: Proof = { imagen: [], imposibles: [], findings: new Map() }
  const wanted = await pagesToProve(pool, path, pages, options)
  let size = CHUNK.first
  for (let from = 0; from < wanted.length; ) {
    const chunk = wanted.slice(from, from + size)
    const start = performance.now()
    await proveChunk(pool, path, chunk, proof, signal)
    const fitting = Math.round((chunk.length * CHUNK_MS) / (performance.now() - start))
    size = Math.min(CHUNK.most, Math.max(CHUNK.least, fitting))
    from += chunk.length
  }
  return proof
}

/** Of a repaired file, and of one of up to 600 pages, all. Of others every k-th, the last, and all that are risky. */
async function pagesToProve(
  pool: Pool,
  path: string,
  pages: number,
  { reparado = false, signal }: Options,
): Promise<number[]> {
  const all = Array.from({ length: pages }, (_, index) => index + 1)
  if (reparado || pages <= ALL_UP_TO) return all
  const step = Math.ceil(pages / ALL_UP_TO)
  const isSample = (page: number) => page % step === 1 || page === pages
  const risky = new Set<number>()
  const others = all.filter((page) => !isSample(page))
  for (let from = 0; from < others.length; from += RISKY_CHUNK) {
    const chunk = others.slice(from, from + RISKY_CHUNK)
    for (const page of await riskyOf(pool, path, chunk, signal)) risky.add(page)
  }
  return all.filter((page) => isSample(page) || risky.has(page))
}

/** All of them where the child dies of one. */
async function riskyOf(
  pool: Pool,
  path: string,
  pages: number[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  try {
    const outcome = await pool.run({ kind: 'risky', path, pages }, 'heavy', { signal })
    return outcome.is === 'refused' ? pages : (outcome.answer as number[])
  } catch (error) {
    if (!(error instanceof JobDied || isOfAFile(error))) throw error
    signal?.throwIfAborted()
    return pages
  }
}

async function proveChunk(
  pool: Pool,
  path: string,
  pages: number[],
  proof: Proof,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { proved, died } = await prove(pool, path, pages, [], signal)
  for (const page of proved) {
    note(proof, page)
    if (!page.same) await proveAsPicture(pool, path, page.page, proof, signal)
  }
  const left = pages.slice(proved.length)
  if (!died || left.length === 0) return
  // Which page it was is not known when it died while they were made: then each goes alone
  if (pages.length === 1) return proveAsPicture(pool, path, left[0] ?? 0, proof, signal)
  for (const page of left) await proveChunk(pool, path, [page], proof, signal)
}

async function proveAsPicture(
  pool: Pool,
  path: string,
  page: number,
  proof: Proof,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { proved } = await prove(pool, path, [page], [page], signal)
  if (proved.length > 0) proof.imagen.push(page)
  else proof.imposibles.push(page)
}

async function prove(
  pool: Pool,
  path: string,
  pages: number[],
  imagen: number[],
  signal: AbortSignal | undefined,
): Promise<{ proved: ProvedPage[]; died: boolean }> {
  const proved: ProvedPage[] = []
  const folder = await mkdtemp(join(tmpdir(), 'prueba-'))
  try {
    const job = { kind: 'prove', path, pages, imagen, folder } as const
    const outcome = await pool.run(job, 'heavy', {
      signal,
      onPage: (progress) => progress.is === 'proved' && proved.push(progress.proved),
    })
    return { proved, died: outcome.is === 'refused' }
  } catch (error) {
    if (!(error instanceof JobDied || isOfAFile(error))) throw error
    signal?.throwIfAborted()
    return { proved, died: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function note({ findings }: Proof, { page, findings: found }: ProvedPage): void {
  for (const finding of found) findings.set(finding, [...(findings.get(finding) ?? ([] as number[])), page])
}
