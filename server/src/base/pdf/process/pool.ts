import type { PdfJob } from './messages.ts'
import { type JobProgress, type Outcome, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

const JOBS_PER_PROCESS = 500
const RESTING_MB = 220 // a WASM heap never shrinks: a child that grew is replaced
const IDLE_MS = 30_000

/** Light jobs answer a person who waits (milliseconds each); heavy ones are background work. */
export type Weight = 'light' | 'heavy'

/** The child processes' time that a file or a sender has used: the work of the one with less goes first. */
export type Account = { ms: number }

type Waiting = {
  job: PdfJob
  weight: Weight
  account: Account
  onPage: ((progress: JobProgress) => void) | undefined
  signal: AbortSignal
  /** It left the queue: from here on its child obeys the signal. */
  leaveQueue(): void
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

export type Pool = {
  /**
   * Waits for a free child and runs the job there.
   * @throws JobDied, or the signal's reason when it was aborted
   */
  run(
    job: PdfJob,
    weight: Weight,
    options?: {
      signal?: AbortSignal | undefined
      onPage?: (progress: JobProgress) => void
      account?: Account
    },
  ): Promise<Outcome>
  /** Process ids of the living children. */
  pids(): number[]
  close(): Promise<void>
}

/**
 * Child processes, started when first needed. Heavy jobs take at most `workers` of them; one more child exists
 * for light jobs alone, so that counting a page never waits for a book being assembled.
 */
export function createPool(workers: number): Pool {
  const queue: Record<Weight, Waiting[]> = { light: [], heavy: [] }
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  const busy = new Map<WorkerProcess, Weight>()
  const closing = new AbortController()

  function next(): Waiting | undefined {
    if (busy.size > workers) return undefined
    const heavyRunning = [...busy.values()].filter((weight) => weight === 'heavy').length
    return nextOf(queue.light) ?? (heavyRunning < workers ? nextOf(queue.heavy) : undefined)
  }

  /** The job of the account with the least time so far; among equals the one that came first. */
  function nextOf(jobs: Waiting[]): Waiting | undefined {
    const least = Math.min(...jobs.map(({ account }) => account.ms))
    const at = jobs.findIndex(({ account }) => account.ms === least)
    return at < 0 ? undefined : jobs.splice(at, 1)[0]
  }

  function take(): WorkerProcess {
    for (const [process, timer] of idle) {
      clearTimeout(timer)
      idle.delete(process)
      if (process.alive()) return process
    }
    return startWorkerProcess()
  }

  function rest(process: WorkerProcess): void {
    if (!process.alive()) return
    if (closing.signal.aborted || process.done() >= JOBS_PER_PROCESS || process.residentMb() > RESTING_MB) {
      process.end()
      return
    }
    const retire = () => {
      idle.delete(process)
      process.end()
    }
    idle.set(process, setTimeout(retire, IDLE_MS).unref())
  }

  function pump(): void {
    for (let waiting = next(); waiting; waiting = next()) {
      const process = take()
      waiting.leaveQueue()
      busy.set(process, waiting.weight)
      void serve(waiting, process)
    }
  }

  async function serve(waiting: Waiting, process: WorkerProcess): Promise<void> {
    const start = performance.now()
    try {
      waiting.resolve(await process.run(waiting.job, waiting.onPage, waiting.signal))
    } catch (error) {
      waiting.reject(waiting.signal.aborted ? waiting.signal.reason : error)
    } finally {
      waiting.account.ms += performance.now() - start
      busy.delete(process)
      rest(process)
      pump()
    }
  }

  const run: Pool['run'] = (job, weight, { signal, onPage, account = { ms: 0 } } = {}) => {
    const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    if (either.aborted) return Promise.reject(either.reason)
    return new Promise<Outcome>((resolve, reject) => {
      const giveUp = () => {
        queue[weight].splice(queue[weight].indexOf(waiting), 1)
        reject(either.reason)
      }
      const leaveQueue = () => either.removeEventListener('abort', giveUp)
      const waiting: Waiting = { job, weight, account, onPage, signal: either, leaveQueue, resolve, reject }
      either.addEventListener('abort', giveUp, { once: true })
      queue[weight].push(waiting)
      pump()
    })
  }

  async function close(): Promise<void> {
    closing.abort(new Error('The PDF engine is closed'))
    for (const [process, timer] of idle) {
      clearTimeout(timer)
      process.end()
    }
    idle.clear()
  }

  const pids = () => [...idle.keys(), ...busy.keys()].flatMap((process) => process.pid ?? [])
  return { run, pids, close }
}
