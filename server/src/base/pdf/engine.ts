import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { syncAndRename } from '../runtime/durable.ts'
import { EngineDown, type PdfEngine, type PdfRefusalReason, PdfRefused, type Stretch } from './port.ts'
import { colorPages } from './process/color-pages.ts'
import { type Answers, FINISHED, type PdfJob } from './process/messages.ts'
import { makePaper } from './process/paper.ts'
import { type Account, createPool, type Pool, type Weight } from './process/pool.ts'
import { proveFile } from './process/proof.ts'
import { JobDied, type JobProgress } from './process/worker-process.ts'

const REPAIRABLE = new Set<PdfRefusalReason>(['danado', 'sin-paginas'])

export type PdfEngineOptions = {
  /** Child processes for background work; one more serves light requests. */
  workers?: number
}

/** The engine. Nothing is started before the first call; idle children end by themselves. */
export function createPdfEngine({
  workers = Math.max(1, availableParallelism() - 1),
}: PdfEngineOptions = {}): PdfEngine & { pids(): number[] } {
  const pool = createPool(workers)
  const onAccount = createAccounts()
  return {
    inspect: (path, { sender, ...options } = {}) =>
      onAccount(sender, (accounts) => inspect(pool, path, { ...options, accounts })),
    repair: (path, out, signal) =>
      inFolderBeside(out, async (folder) => {
        const job = { kind: 'repair', path, most: Number.POSITIVE_INFINITY, folder } as const
        await syncAndRename(await ask(pool, job, 'heavy', { signal }), out)
      }),
    colorPages: (path, from, to, options = {}) => colorPages(pool, path, from, to, options),
    prove: (path, pages, options) => proveFile(pool, path, pages, options),
    thumbnail: (path, page, width, { sender, signal } = {}) =>
      onAccount(sender, async ({ light: account }) =>
        Buffer.from(await ask(pool, { kind: 'thumbnail', path, page, width }, 'light', { signal, account })),
      ),
    assemble: (work, out, options) => assemble(pool, work, out, options),
    ticket: (ticket, signal) => ask(pool, { kind: 'ticket', ticket }, 'light', { signal }),
    renglones: (titulo, renglones, signal) =>
      ask(pool, { kind: 'renglones', titulo, renglones }, 'light', { signal }),
    pids: pool.pids,
    close: pool.close,
  }
}

/** What a sender has used of the children, by weight: a first repair comes in its turn among heavy jobs. */
type Accounts = Record<Weight, Account>
const newAccounts = (): Accounts => ({ light: { ms: 0 }, heavy: { ms: 0 } })

/**
 * Adds up the work of each sender while some of it waits or runs. A sender who comes back later begins at zero, and
 * so goes before the others.
 */
function createAccounts() {
  const open = new Map<string, { accounts: Accounts; works: number }>()
  return async <T>(sender: string | undefined, work: (accounts: Accounts) => Promise<T>): Promise<T> => {
    if (sender === undefined) return work(newAccounts())
    const own = open.get(sender) ?? { accounts: newAccounts(), works: 0 }
    open.set(sender, own)
    own.works++
    try {
      return await work(own.accounts)
    } finally {
      if (--own.works === 0) open.delete(sender)
    }
  }
}

type AskOptions = {
  signal?: AbortSignal | undefined
  account?: Account
  onPage?: (progress: JobProgress) => void
}

/**
 * Runs a job in a child; if the child dies and the file is not to blame, the job gets another child, once.
 */
async function ask<J extends PdfJob>(
  pool: Pool,
  job: J,
  weight: Weight,
  options: AskOptions,
): Promise<Answers[J['kind']]> {
  const outcome = await pool
    .run(job, weight, options)
    .catch((error: unknown) => {
      const isInnocent = error instanceof JobDied && (error.death === 'crash' || error.death === 'killed')
      if (isInnocent) return pool.run(job, weight, options)
      throw error
    })
    .catch((error: unknown) => {
      if (error instanceof JobDied && error.death === 'killed') throw new EngineDown('', { cause: error })
      if (error instanceof JobDied) throw new PdfRefused('demasiado-complejo')
      throw error
    })
  if (outcome.is === 'refused') throw new PdfRefused(outcome.reason)
  return outcome.answer as Answers[J['kind']]
}

/** A damaged file is repaired before it is counted. If that fails, the first reason is reported. */
async function inspect(
  pool: Pool,
  path: string,
  {
    most = Number.POSITIVE_INFINITY,
    signal,
    accounts,
  }: { most?: number; signal?: AbortSignal; accounts: Accounts },
) {
  const light = { signal, account: accounts.light }
  let reason: PdfRefused | undefined
  try {
    const { sound, ...found } = await ask(pool, { kind: 'inspect', path, most }, 'light', light)
    if (sound) return { ...found, reparado: false }
  } catch (error) {
    if (!(error instanceof PdfRefused) || !REPAIRABLE.has(error.reason)) throw error
    reason = error
  }
  return inFolderBeside(path, async (folder) => {
    const job = { kind: 'repair', path, most, folder } as const
    const repaired = await ask(pool, job, 'heavy', { signal, account: accounts.heavy }).catch((error) => {
      throw error instanceof PdfRefused && error.reason === 'danado' ? (reason ?? error) : error
    })
    const again = { kind: 'inspect', path: repaired, most } as const
    const { sound: _, ...found } = await ask(pool, again, 'light', light)
    return { ...found, reparado: true }
  })
}

/** Everything temporary is in one folder beside `out`, so that the finished file only has to be renamed. */
async function assemble(
  pool: Pool,
  work: Stretch[],
  out: string,
  { hoja = A4.nombre, signal }: NonNullable<Parameters<PdfEngine['assemble']>[2]> = {},
): Promise<{ pages: number; drawn: string[] }> {
  return inFolderBeside(out, async (folder) => {
    const make = (part: Stretch[]) =>
      ask(pool, { kind: 'assemble', work: part, hoja, folder }, 'heavy', { signal })
    const made = await makePaper(make, work)
    signal?.throwIfAborted()
    await syncAndRename(join(folder, FINISHED), out)
    return made
  })
}

async function inFolderBeside<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(dirname(path), `.${basename(path)}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
