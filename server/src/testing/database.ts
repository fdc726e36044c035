import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDb, openPool } from '../base/db/open.ts'
import { openDatabase } from '../base/db/repeat.ts'
import type { Counters } from '../base/runtime/counters.ts'
import { nameOfDatabase, SHOP_TEMPLATE, TEMPLATE, urlOfDatabase } from './database-url.ts'

export type TestDatabase = Pick<OpenDb, 'db' | 'pool' | 'close'> & { url: string }

/**
 * An empty, migrated database of the caller's own. `close()` may be left out: idle connections end by themselves.
 * It is dropped after the last test of its file.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return openTestDatabase(await copyOf(TEMPLATE))
}

/** A database without tables. @returns its address */
export async function bareDatabase(): Promise<string> {
  return urlOfDatabase(inject('postgres'), await create('template template0'))
}

let prepared: Promise<string> | undefined

/** With seed and queues. The next one is copied while this one is used. */
export async function shopDatabase(): Promise<TestDatabase> {
  const url = await (prepared ?? copyOf(SHOP_TEMPLATE))
  prepared = copyOf(SHOP_TEMPLATE)
  prepared.catch(() => {}) // its caller gets the error; after the last test it has none
  return openTestDatabase(url)
}

let admins: pg.Pool | undefined
const admin = () => (admins ??= openPool(inject('postgres'), 2))

/** Names of databases that were made and not dropped yet. */
const copies = new Set<string>()

/** Copies files, not page by page through the write-ahead log: half the work. */
const copyOf = async (template: string): Promise<string> =>
  urlOfDatabase(inject('postgres'), await create(`template ${template} strategy file_copy`))

async function create(how: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await admin().query(`create database ${name} ${how}`)
  copies.add(name)
  return name
}

/**
 * Drops a database that a test no longer needs, since it takes memory. One that still has a connection stays
 * until `dropDatabases`.
 */
export async function dropDatabase(url: string): Promise<void> {
  const name = nameOfDatabase(url)
  if (!copies.has(name)) return // by another address, or by another process than its maker
  await drop(name, '').catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === IN_USE)) throw error
  })
}

/** Drops all of them but the one that is prepared for the next shop. */
export async function dropDatabases(): Promise<void> {
  const next = prepared && nameOfDatabase(await prepared)
  for (const name of [...copies].filter((name) => name !== next)) await drop(name, 'with (force)')
}

const IN_USE = '55006'

async function drop(name: string, how: '' | 'with (force)'): Promise<void> {
  await admin().query(`drop database if exists ${name} ${how}`)
  copies.delete(name)
}

/** A pool of one process on an existing database. */
export function openTestDatabase(url: string, counters?: Counters): TestDatabase {
  const pool = openPool(url, 10, { idleMs: 1_000 })
  return { url, db: openDatabase(pool, counters), pool, close: () => pool.end() }
}

/** Ends every connection to the database at `url`, as an administrator or a failover does. */
export async function endConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await admin.end()
  await sleep(100) // until their owners are told
}
