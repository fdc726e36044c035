import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { bareDatabase, testDatabase } from '../../testing/database.ts'
import { urlOfDatabase } from '../../testing/database-url.ts'
import { MIGRATION_LOCK, migrateUpTo, openDb } from './open.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Another process is migrating. */
async function lock(url: string): Promise<pg.Client> {
  const other = await connect(url)
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  return other
}

test('a database with the newest migration is open at once, even while another process migrates', async () => {
  const { url } = await testDatabase()
  await lock(url)
  const { db, isAhead, close } = await openDb(url)
  expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(isAhead).toBe(false)
  await close()
})

test('a database of a newer version is opened, and told apart', async () => {
  const { url, pool } = await testDatabase()
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9007199254740991)`,
  )
  const { isAhead, close } = await openDb(url)
  expect(isAhead).toBe(true)
  await close()
})

test('only one of an earlier version is said to be brought up to date', async () => {
  const [empty, earlier] = [await bareDatabase(), await bareDatabase()]
  await migrateUpTo(earlier, 100)
  const told: string[] = []
  for (const url of [empty, earlier, earlier])
    await (await openDb(url, { onUpdate: () => told.push(url) })).close()
  expect(told).toEqual([earlier])
})

test('an empty one waits for the process that migrates, then has all tables', async () => {
  const url = await bareDatabase()
  const other = await lock(url)
  const opening = openDb(url)
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`
  await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(1), 20_000)
  await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  const { pool, close } = await opening
  expect((await pool.query('select from pedidos')).rowCount).toBe(0)
  await close()
})

test('a table that another program holds is let go and asked for again, until it is free', async () => {
  const url = await bareDatabase()
  const holder = await connect(url)
  const watcher = await connect(url)
  await holder.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  await holder.query('begin')
  await holder.query('lock table drizzle.__drizzle_migrations in share mode')
  const opening = openDb(url)
  const waits = async () =>
    (
      await watcher.query(`select from pg_locks join pg_database d on d.oid = database
      where locktype = 'relation' and not granted and datname = current_database()`)
    ).rowCount
  for (const expected of [1, 0, 1])
    await vi.waitFor(async () => expect(await waits()).toBe(expected), { timeout: 30_000, interval: 50 })
  await holder.query('rollback')
  const { pool, close } = await opening
  expect((await pool.query('select from pedidos')).rowCount).toBe(0)
  await close()
})

test('a migration that PostgreSQL ends, as it and another program wait for each other, begins again', async () => {
  const url = await bareDatabase()
  const other = await connect(url)
  const watcher = await connect(url)
  await other.query(`set deadlock_timeout = '60s'`) // the migration is the one that is ended
  await other.query('begin')
  await other.query('create table reintegros ()')
  const opening = openDb(url)
  const waiting = `select from pg_stat_activity
    where datname = current_database() and query like '%CREATE TABLE "reintegros"%' and wait_event = 'transactionid'`
  await vi.waitFor(async () => expect((await watcher.query(waiting)).rowCount).toBe(1), {
    timeout: 30_000,
    interval: 20,
  })
  await other.query('lock table drizzle.__drizzle_migrations in share mode')
  await other.query('rollback')
  const { pool, close } = await opening
  const ended = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  await vi.waitFor(async () => expect((await watcher.query(ended)).rows).toEqual([{ deadlocks: 1 }]), 20_000)
  expect((await pool.query('select from pedidos')).rowCount).toBe(0)
  await close()
})

test('a database that cannot be reached is reported', async () => {
  await expect(openDb(urlOfDatabase(inject('postgres'), 'no_existe'))).rejects.toThrow(/no_existe/)
})
