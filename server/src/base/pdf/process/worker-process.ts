import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PdfJob, Reply } from './messages.ts'

const OPEN_MS = 10_000
const PAGE_MS = 2_000
const WATCH_MEMORY_MS = 100
const PATIENCE = 5 // times as long on the clock, on a machine with other work to do
const TICK_MS = 10 // of /proc/PID/stat

/** Why a job ended without an answer of its own. `killed`: by another process, or by the system. */
export type Death = 'deadline' | 'memory' | 'crash' | 'killed' | 'aborted'

export class JobDied extends Error {
  death: Death
  constructor(death: Death, detail = '') {
    super(`${death} ${detail}`.trim())
    this.death = death
  }
}

/** An error that was thrown in the child. */
export class JobFailed extends Error {
  code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
  /** A system call failed (ENOSPC, EIO): the file is not to blame. Codes of Node's own begin with ERR_. */
  get ofTheMachine(): boolean {
    return this.code !== undefined && !this.code.startsWith('ERR_')
  }
}

export type Outcome = Extract<Reply, { is: 'done' | 'refused' }>
export type JobProgress = Extract<Reply, { is: 'page' | 'proved' }>

/** One child process: does one job at a time, until it is ended. */
export type WorkerProcess = {
  pid: number | undefined
  alive(): boolean
  /** Jobs done since it was born. */
  done(): number
  /** @throws JobDied after which this process is gone */
  run(job: PdfJob, onPage?: (progress: JobProgress) => void, signal?: AbortSignal): Promise<Outcome>
  residentMb(): number
  end(): void
}

type Running = {
  id: number
  onReply(reply: Reply): void
  die(death: Death, detail?: string): void
}

/**
 * Compiled modules, kept between children: without it each one loads Node's TypeScript stripper (18 MB, 60
 * ms). If the folder cannot be written, Node goes on without it. Not in /tmp, where others could put code
 * into it.
 */
const compileCache = fileURLToPath(new URL('../../../../../node_modules/.cache/pdf-engine', import.meta.url))

/** A child above this resident memory is killed and its job refused. */
const MEMORY_MB = 700

/**
 * Without the parent's environment, which holds secrets, and without flags that were meant for the parent
 * alone.
 */
export function startWorkerProcess(): WorkerProcess {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [String(process.pid)], {
    execArgv: ['--max-old-space-size=192', '--max-semi-space-size=2'],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compileCache },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let alive = true
  let jobs = 0
  let running: Running | undefined
  // A process that cannot be killed yet reports its end twice: once here, once by the kernel.
  const end = () => {
    alive = false
    child.kill('SIGKILL')
  }
  const lost = (death: Death, detail: string) => {
    alive = false
    running?.die(death, detail)
  }
  child.on('exit', (code, signal) =>
    lost(signal === 'SIGKILL' ? 'killed' : 'crash', `exit ${code ?? signal}`),
  )
  child.on('error', (error) => lost('crash', error.message))
  child.on('message', (reply: Reply) => {
    if (running?.id === reply.id) running.onReply(reply)
  })
  setBusy(child, false)

  function run(
    job: PdfJob,
    onPage?: (progress: JobProgress) => void,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const id = ++jobs
      let allowed = OPEN_MS
      const allow = (ms: number) => {
        allowed = ms
        clearTimeout(deadline)
        deadline = startDeadline(ms)
      }
      const startDeadline = (ms: number) => {
        const before = { clock: performance.now(), cpu: processorMs(child.pid) }
        const look = () => {
          const used = processorMs(child.pid) - before.cpu
          const isStarved = used < ms && performance.now() - before.clock < ms * PATIENCE
          if (!isStarved) die('deadline')
          else deadline = setTimeout(look, Math.max(100, ms - used))
        }
        return setTimeout(look, ms)
      }
      const finish = () => {
        clearTimeout(deadline)
        clearInterval(memory)
        signal?.removeEventListener('abort', abort)
        running = undefined
        if (alive) setBusy(child, false)
      }
      const die = (death: Death, detail?: string) => {
        finish()
        end()
        reject(new JobDied(death, detail))
      }
      const abort = () => die('aborted')
      const onReply = (reply: Reply) => {
        if (reply.is === 'beat') allow(reply.allowance === 'again' ? allowed : (reply.allowance ?? PAGE_MS))
        else if (reply.is === 'page' || reply.is === 'proved') {
          allow(PAGE_MS)
          onPage?.(reply)
        } else if (reply.is === 'crashed') die('crash', reply.message)
        else if (reply.is === 'failed') {
          finish()
          end() // the error may have passed through WASM's frames and left them in an unknown state
          reject(new JobFailed(reply.message, reply.code))
        } else {
          finish()
          resolve(reply)
        }
      }
      let deadline = startDeadline(allowed)
      const memory = setInterval(() => {
        if (residentMb(child.pid) > MEMORY_MB) die('memory')
      }, WATCH_MEMORY_MS)
      running = { id, onReply, die }
      signal?.addEventListener('abort', abort)
      setBusy(child, true)
      child.send({ id, job }, (error) => error && running?.id === id && die('crash', error.message))
    })
  }

  return {
    pid: child.pid,
    alive: () => alive,
    done: () => jobs,
    run,
    residentMb: () => residentMb(child.pid),
    end,
  }
}

/** Only a child at work keeps the parent's event loop alive. */
function setBusy(child: ChildProcess, busy: boolean): void {
  if (busy) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** Processor time of a process: a busy machine must not make a page look endless. NaN without /proc. */
function processorMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** 0 where there is no /proc: there the deadlines alone protect the machine. */
function residentMb(pid: number | undefined): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return Number(resident?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has just ended: its exit event follows
  }
}
