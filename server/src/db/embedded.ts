import { type ChildProcess, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockDataDir } from './data-lock.ts'
import { postgresBinaries, type RunAs, runnerFor } from './postgres-binaries.ts'
import { endLeftovers, FOLDER_VARIABLE, SOCKETS_PREFIX } from './postgres-leftovers.ts'

export type Embedded = {
  url: string
  pid: number
  /** Settles when PostgreSQL is gone, because of stop() or by itself. */
  exited: Promise<void>
  /** Ends PostgreSQL (open transactions roll back) and frees the folder. May be called twice. */
  stop(): Promise<void>
}

const NAME = 'imprimitodo' // of the database and of its owner
const READY_WITHIN_MS = 60_000 // crash recovery replays the log first
const STOP_WITHIN_MS = 20_000
const PORT = 5432 // only part of the socket's file name

/** Not ours: its PGPORT, PGDATA, LC_* would change what the database is. PATH finds setpriv. */
const environmentIn = (pgdata: string) => ({
  ...{ PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  [FOLDER_VARIABLE]: pgdata,
})

/**
 * A PostgreSQL of our own, kept in `dataDir`/postgres, reached through a unix socket nobody else can open.
 * Refuses a folder in use by another server. What a killed server left running is ended first.
 * `fsync: false` is for tests: a power cut would destroy the database. `launched` is called once its process is on its
 * way, with nothing to do for us until it is ready.
 */
export async function startEmbedded(
  dataDir: string,
  { fsync = true, launched }: { fsync?: boolean; launched?: () => void } = {},
): Promise<Embedded> {
  const root = ownFolder(dataDir)
  const lock = await lockDataDir(root)
  try {
    const home = postgresBinaries()
    const pgdata = join(root, 'postgres')
    await endLeftovers(pgdata)
    const runAs = runnerFor(root, pgdata, [join(home, 'bin/postgres'), root, socketsParent()])
    if (!existsSync(pgdata)) await initialise(home, pgdata, runAs, fsync)
    const sockets = mkdtempSync(join(socketsParent(), SOCKETS_PREFIX)) // 0700
    giveTo(runAs, sockets)
    const { child, exited } = launch(join(home, 'bin/postgres'), root, pgdata, sockets, runAs, fsync)
    launched?.()
    // Whoever started us may fail later (the port is taken, say) and just exit: no orphan for that
    const leave = () => {
      child.kill('SIGINT')
      rmSync(sockets, { recursive: true, force: true })
    }
    process.once('exit', leave)
    const stop = async () => {
      await end(child, exited)
      process.off('exit', leave)
      rmSync(sockets, { recursive: true, force: true })
      await lock.release()
    }
    try {
      const pid = await ready(child, exited, pgdata, join(root, 'postgres.log'))
      await createDatabase(sockets)
      let stopping: Promise<void> | undefined
      return { url: urlOf(sockets, NAME), pid, exited, stop: () => (stopping ??= stop()) }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function ownFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 }) // others may pass (PostgreSQL's user), not look around
  const root = realpathSync(dataDir)
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `No se puede escribir en ${root}: pertenece a otro usuario. Elegí otra carpeta con DATA_DIR.`,
      {
        cause,
      },
    )
  }
  return root
}

/** TRAP: the path of a unix socket ends at 107 bytes, so it cannot live below DATA_DIR, nor in a long TMPDIR. */
const socketsParent = () => (tmpdir().length > 60 ? '/tmp' : tmpdir())

const urlOf = (sockets: string, database: string) =>
  `postgresql://${NAME}@/${database}?host=${encodeURIComponent(sockets)}&port=${PORT}`

function giveTo({ uid }: RunAs, folder: string): void {
  if (uid !== undefined) chownSync(folder, uid, uid)
}

/**
 * initdb works in a folder that gets its name only when whole: it writes PG_VERSION first, so what a kill
 * halfway leaves would pass for a database.
 */
async function initialise(home: string, pgdata: string, runAs: RunAs, fsync: boolean): Promise<void> {
  const parent = join(pgdata, '..')
  for (const left of readdirSync(parent).filter((name) => name.startsWith('postgres.new-'))) {
    await endLeftovers(join(parent, left))
    // Again a few times: what was on its way to becoming an initdb may still have made a file meanwhile
    rmSync(join(parent, left), { recursive: true, force: true, maxRetries: 5 })
  }
  const fresh = mkdtempSync(`${pgdata}.new-`) // 0700
  giveTo(runAs, fresh)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=es-AR']
  const initdb = ['-D', fresh, '-U', NAME, '--auth=trust', ...locale, ...(fsync ? [] : ['--no-sync'])]
  const { file, args, as } = runAs.command(join(home, 'bin/initdb'), initdb)
  const child = spawn(file, args, {
    ...as,
    cwd: parent,
    env: environmentIn(fresh),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const problem = await new Promise<string | undefined>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code) => done(code === 0 ? undefined : said || `initdb terminó con ${code}`))
  })
  if (problem) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`No se pudo crear la base de datos en ${pgdata}: ${problem}`)
  }
  renameSync(fresh, pgdata)
}

function launch(
  postgres: string,
  root: string,
  pgdata: string,
  sockets: string,
  runAs: RunAs,
  fsync: boolean,
): { child: ChildProcess; exited: Promise<void> } {
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
  const logFile = join(root, 'postgres.log')
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'w', 0o600) // a file: a pipe would die with us
  // detached: a Ctrl-C in the terminal must reach Node alone, or the database would go before the open requests
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

const isOver = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** The postmaster writes its state into the 8th line of its pid file. */
async function ready(
  child: ChildProcess,
  exited: Promise<void>,
  pgdata: string,
  log: string,
): Promise<number> {
  const pidFile = join(pgdata, 'postmaster.pid')
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; ) {
    await Promise.race([sleep(10), exited])
    if (isOver(child) || child.pid === undefined)
      throw new Error(`PostgreSQL no arrancó:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return child.pid
  }
  throw new Error(`PostgreSQL no estuvo listo en ${READY_WITHIN_MS / 1000} s; ver ${log}`)
}

/** initdb makes only `postgres`. Asked at every start: a kill may fall between initdb and this. */
async function createDatabase(sockets: string): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf(sockets, 'postgres') })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [NAME])
    if (rowCount === 0) await admin.query(`create database ${NAME}`)
  } finally {
    await admin.end()
  }
}

/** SIGINT: PostgreSQL's fast shutdown. SIGQUIT at last: the next start recovers. */
async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (!isOver(child)) child.kill('SIGINT')
  await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  if (!isOver(child)) child.kill('SIGQUIT')
  await exited
}
