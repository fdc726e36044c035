import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { lockDataDir } from './data-lock.ts'
import { giveTo, postgresBinaries, type RunAs, runnerFor } from './postgres-binaries.ts'
import { endLeftovers, environmentIn, SOCKETS_PREFIX } from './postgres-leftovers.ts'
import { keepRunning, PORT } from './postgres-process.ts'

export type Embedded = {
  url: string
  /** The process id of the running PostgreSQL. */
  pid(): number
  /** Ends PostgreSQL (open transactions roll back) and frees the folder. May be called twice. */
  stop(): Promise<void>
}

type Options = {
  /** False is for tests: a power cut would destroy the database. */
  fsync?: boolean
  /** Called once its process has been started: until it is ready we have time for other work. */
  launched?: () => void
  /** Called with later events of the process, in Spanish. */
  tell?: (text: string) => void
  /** Further settings of PostgreSQL. */
  settings?: Record<string, string>
}

const NAME = 'imprimitodo' // of the database and of its owner
const PATIENCE_MS = 60_000

/**
 * A PostgreSQL of our own, stored in `dataDir`/postgres, reached through a unix socket that only its user can
 * open. Refuses a folder in use by another server. Processes that a killed server left running are ended
 * first. If PostgreSQL ends by itself (killed, out of memory, a full disk), it is started again at the same
 * address until it works, so that pools find it.
 */
export async function startEmbedded(
  dataDir: string,
  { fsync = true, launched, tell = () => {}, settings = {} }: Options = {},
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
    const place = {
      postgres: join(home, 'bin/postgres'),
      root,
      pgdata,
      sockets,
      runAs,
      fsync,
      settings,
      patienceMs: PATIENCE_MS,
    }
    const kept = keepRunning(place, tell)
    launched?.()
    const stop = async () => {
      await kept.stop()
      rmSync(sockets, { recursive: true, force: true })
      await lock.release()
    }
    try {
      await kept.ready
      await createDatabase(sockets)
      let stopping: Promise<void> | undefined
      return { url: urlOf(sockets, NAME), pid: kept.pid, stop: () => (stopping ??= stop()) }
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const root = realpathSync(dataDir)
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = Object(cause) as NodeJS.ErrnoException
    const why = code === 'EROFS' ? 'ese disco es de solo lectura' : 'pertenece a otro usuario'
    throw new Error(`No se puede escribir en ${root}: ${why}. Elegí otra carpeta con DATA_DIR.`, { cause })
  }
  return root
}

/** TRAP: the path of a unix socket ends at 107 bytes, so it cannot live below DATA_DIR, nor in a long TMPDIR. */
const socketsParent = () => (tmpdir().length > 60 ? '/tmp' : tmpdir())

const urlOf = (sockets: string, database: string) =>
  `postgresql://${NAME}@/${database}?host=${encodeURIComponent(sockets)}&port=${PORT}`

/**
 * initdb works in a folder that gets its final name only when complete: it writes PG_VERSION first, so a
 * folder that a kill left incomplete would pass for a database.
 */
async function initialise(home: string, pgdata: string, runAs: RunAs, fsync: boolean): Promise<void> {
  const parent = join(pgdata, '..')
  for (const left of readdirSync(parent).filter((name) => name.startsWith('postgres.new-'))) {
    await endLeftovers(join(parent, left))
    // A few tries: a process that was about to become initdb may still have made a file meanwhile
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
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const problem = await new Promise<string | undefined>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code) => done(code === 0 ? undefined : said || `initdb terminó con ${code}`))
  })
  process.off('exit', kill)
  if (problem) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      `no se pudo crear la base de datos en ${pgdata}. Fijate que haya lugar y que ese disco sirva para una base.`,
      { cause: new Error(problem) },
    )
  }
  renameSync(fresh, pgdata)
}

/** initdb makes only `postgres`. Checked at every start, since a kill may come between initdb and this. */
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
