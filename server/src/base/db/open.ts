import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Counters } from '../runtime/counters.ts'
import { isRolledBack, sqlState } from './lost.ts'
import { openDatabase } from './repeat.ts'

/** The first argument of every store function: the database or a transaction of it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
/**
 * The database itself, for services and jobs. They open transactions on it, which may run twice (repeat.ts).
 */
export type Db = NodePgDatabase
/** What `db.transaction(async (tx) => ...)` hands over. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** `isAhead`: a newer version of the program has migrated it. */
export type OpenDb = { db: Db; pool: pg.Pool; isAhead: boolean; close(): Promise<void> }

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const UNDEFINED_TABLE = '42P01'
const LOCK_NOT_AVAILABLE = '55P03'
/** Any number, the same in every server. */
export const MIGRATION_LOCK = 7_272_741
/**
 * How long a migration waits for a table: queries of the old process on that table wait behind it as long.
 */
const TABLE_WAIT_MS = 3_000
/** How long it then lets the old process work before it tries again. */
const PAUSE_MS = 2_000
const TRIES = 60

/**
 * PostgreSQL cancels a statement of a pool after this: no call is waited for longer (base/http/budgets.ts), and no lock
 * is held so long while an outside service is asked. Migrations, backups and restores have connections of their own.
 */
export const STATEMENT_MS = 90_000
/** If the database does not even report the cancelled statement within this time, the connection is lost. */
const SILENCE_MS = 5_000

/**
 * Migrates the database at `url`, and opens a pool of at most `max` connections in the UTC zone. `onUpdate`: called before
 * a database of an earlier version is migrated, which may take minutes.
 */
export async function openDb(
  url: string,
  options: { max?: number; counters?: Counters; onUpdate?: () => void } = {},
): Promise<OpenDb> {
  const pool = openPool(url, options.max ?? 20)
  try {
    const ours = await newestMigration()
    const found = await appliedMigration(pool)
    if (found > 0 && found < ours) options.onUpdate?.()
    if (found < ours) await migrateUnderLock(url)
    const db = openDatabase(pool, options.counters)
    return { db, pool, isAhead: found > ours, close: () => pool.end() }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** For every client: a server that does not answer, or is gone without a word, is noticed. */
export const REACHABLE = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/**
 * For a session that other processes watch: PostgreSQL ends it within a minute when its machine lost its power or its
 * network. Otherwise it would keep the session for two hours.
 */
export const KEEPALIVE = [
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
]

/**
 * A pool without a migration. `max`: connections; `idleMs`: how long an unused one is kept; `statementMs`: how
 * long a statement may take, waits for locks included.
 */
export function openPool(
  url: string,
  max: number,
  { idleMs = 10_000, statementMs = STATEMENT_MS }: { idleMs?: number; statementMs?: number } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: idleMs,
    allowExitOnIdle: true, // the pool alone never keeps a process alive
    ...REACHABLE,
    query_timeout: statementMs + SILENCE_MS,
    // The time limit is set among the options, since a pooler refuses it as a parameter of its own
    options: `-c timezone=UTC -c statement_timeout=${statementMs}`,
  })
  // A connection may lose its server while no query runs on it: idle, or between two statements of its
  // borrower. Without these listeners Node would end; the next query fails and tells its caller.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Migrates the empty database at `url` as a version with the first `count` migrations would. */
export async function migrateUpTo(url: string, count: number): Promise<void> {
  const { entries, ...journal } = await readJournal()
  const folder = await mkdtemp(join(tmpdir(), 'imprimitodo-migraciones-'))
  try {
    await mkdir(join(folder, 'meta'))
    const first = entries.slice(0, count)
    for (const { tag } of first) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: first }))
    await migrateUnderLock(url, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Journal = { entries: { when: number; tag: string }[] }

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))

const newestMigration = async (): Promise<number> =>
  Math.max(...(await readJournal()).entries.map(({ when }) => when))

/**
 * The instant of the last migration that was applied, which is what the migrator compares; 0: none. Mostly it is our
 * newest one, and the start need not wait for the lock.
 */
async function appliedMigration(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await pool.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
    return Number(rows[0].newest)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return 0
    throw error
  }
}

/** Several servers may start on one database at once: the others wait here, then find nothing to do. */
async function migrateUnderLock(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...REACHABLE, options: '-c timezone=UTC' })
  client.on('error', () => {}) // lost between two queries: the next one fails
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = ${TABLE_WAIT_MS}`)
    await migrateBetweenOthers(() => migrate(drizzle({ client }), { migrationsFolder }))
  } finally {
    await client.end() // frees the lock
  }
}

/**
 * All migrations are one transaction. Where a table was locked, or PostgreSQL ended a deadlock with a process of the
 * previous version, everything is rolled back, and they begin again.
 */
async function migrateBetweenOthers(migrateAll: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateAll()
    } catch (error) {
      const mayRepeat = sqlState(error) === LOCK_NOT_AVAILABLE || isRolledBack(error)
      if (!mayRepeat || tries === TRIES) throw error
      await sleep(PAUSE_MS)
    }
  }
}
