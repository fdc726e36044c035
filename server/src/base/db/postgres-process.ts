// PostgreSQL as a child process: started, waited for, and started again when it ends by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTo, type RunAs } from './postgres-binaries.ts'
import { endLeftovers, environmentIn } from './postgres-leftovers.ts'

const STOP_WITHIN_MS = 20_000
/** Pause between two starts: it doubles, and is reset once a process ran for CALM_MS. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
const CALM_MS = 60_000

/** Only a part of the socket's file name. */
export const PORT = 5432

export type Place = {
  /** The program. */
  postgres: string
  /** DATA_DIR. */
  root: string
  pgdata: string
  /** The folder of its socket. */
  sockets: string
  runAs: RunAs
  fsync: boolean
  /** Further settings. */
  settings: Record<string, string>
  /**
   * How long it may take to begin, and how often it is told that it still recovers: after a crash it replays its log
   * first, and one that is ended meanwhile has to begin again.
   */
  patienceMs: number
}

type Running = { child: ChildProcess; exited: Promise<void> }

/**
 * Starts it and, once it was ready, starts it again whenever it ends, until it is stopped. `ready` fails if
 * the first process never becomes ready; failures of later ones are passed to `tell`, in Spanish, and the
 * next one is started.
 */
export function keepRunning(place: Place, tell: (text: string) => void) {
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  keepLastLog(place.root)
  let running = launch(place)
  // The calling program may fail later (the port is taken, say) and just exit: that must leave no orphan
  const leave = () => {
    running.child.kill('SIGINT')
    rmSync(place.sockets, { recursive: true, force: true })
  }
  process.once('exit', leave)

  async function watch(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    while (!isStopping()) {
      const since = performance.now()
      await running.exited
      if (isStopping()) return
      tell('La base de datos se cerró sola. La arrancamos de nuevo.')
      if (performance.now() - since > CALM_MS) pause = FIRST_PAUSE_MS
      while (!isStopping() && !(await isBackAfter(pause))) pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
  }

  async function isBackAfter(ms: number): Promise<boolean> {
    await sleep(ms, undefined, stopping).catch(() => {}) // cut short by the stop
    try {
      await endLeftovers(place.pgdata)
      mkdirSync(place.sockets, { recursive: true, mode: 0o700 })
      giveTo(place.runAs, place.sockets)
      if (isStopping()) return false
      running = launch(place)
      await becomeReady(place, running, tell)
      tell('La base de datos volvió.')
      return true
    } catch (error) {
      await end(running)
      if (!isStopping()) tell(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  const ready = becomeReady(place, running, tell)
  const watching = ready.then(watch, () => {}) // never ready: the waiting caller gets the error
  return {
    ready,
    pid: () => running.child.pid ?? 0,
    async stop(): Promise<void> {
      stopping.abort()
      await end(running)
      await watching
      await end(running) // one that was started meanwhile
      process.off('exit', leave)
    },
  }
}

const logOf = (root: string): string => join(root, 'postgres.log')

/** The log of the run before stays beside this one's. */
function keepLastLog(root: string): void {
  if (existsSync(logOf(root))) renameSync(logOf(root), `${logOf(root)}.1`)
}

function launch(place: Place): Running {
  const { postgres, root, pgdata, sockets, runAs, fsync } = place
  const settings = {
    listen_addresses: '', // the unix socket only
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '100',
    shared_buffers: '64MB',
    io_method: 'sync', // PostgreSQL 18's io workers bring nothing at this size
    log_min_messages: 'warning',
    // No customer data in the log: neither the statement nor the DETAIL with the key's value
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Log that gestion/respaldo/bitacora has not sealed yet: above this the shop goes on without point in
    // time recovery
    max_slot_wal_keep_size: '1GB',
    ...place.settings,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, as } = runAs.command(postgres, [
    '-D',
    pgdata,
    '-k',
    sockets,
    '-p',
    String(PORT),
    ...options,
  ])
  const log = openSync(logOf(root), 'a', 0o600) // a file: a pipe would die with us
  // detached: a Ctrl-C in the terminal must reach Node alone, or the database would end before the open
  // requests
  const child = spawn(file, args, {
    ...as,
    cwd: root,
    env: environmentIn(pgdata),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  return { child, exited }
}

const isOver = ({ child }: Running) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/**
 * On a full disk its log may be empty, so free space is checked. A segment of its write-ahead log takes 16
 * MB.
 */
const NEEDED_BYTES = 32 * 1024 ** 2
const NO_ROOM = 'No space left on device'
function hasRoom(root: string): boolean {
  const { bavail, bsize } = statfsSync(root)
  return bavail * bsize > NEEDED_BYTES
}

/** The postmaster writes its state into the 8th line of its pid file; undefined: it did not yet. */
function stateOf({ pgdata }: Place, { child }: Running): string | undefined {
  const pidFile = join(pgdata, 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  return lines[0] === String(child.pid) ? lines[7]?.trim() : undefined
}

async function becomeReady(place: Place, running: Running, tell: (text: string) => void): Promise<void> {
  const { root, patienceMs } = place
  for (let deadline = performance.now() + patienceMs; ; ) {
    await Promise.race([sleep(10), running.exited])
    if (isOver(running))
      throw new Error(`la base de datos no arrancó. El motivo está al final de ${logOf(root)}`, {
        cause: new Error(hasRoom(root) ? readFileSync(logOf(root), 'utf8').slice(-2000) : NO_ROOM),
      })
    const state = stateOf(place, running)
    if (state === 'ready') return
    if (performance.now() < deadline) continue
    // `standby`: it replays a log that was brought back, without answering meanwhile
    if (state !== 'starting' && state !== 'standby')
      throw new Error(`PostgreSQL no estuvo listo en ${patienceMs / 1000} s; ver ${logOf(root)}`)
    tell('La base de datos está leyendo su bitácora. Puede tardar varios minutos: no la cierres.')
    deadline = performance.now() + patienceMs
  }
}

/** SIGINT: PostgreSQL's fast shutdown. SIGQUIT at last: the next start recovers. */
async function end(running: Running): Promise<void> {
  const { child, exited } = running
  if (!isOver(running)) child.kill('SIGINT')
  await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  if (!isOver(running)) child.kill('SIGQUIT')
  await exited
}
