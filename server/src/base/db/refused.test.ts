// A PostgreSQL that runs, and refuses the connections or the statements of this server for a while.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { nameOfDatabase, urlOfDatabase } from '../../testing/database-url.ts'
import { downDetail } from '../http/down.ts'
import { openPool, type Queryable } from './open.ts'
import { openDatabase } from './repeat.ts'
import { secretos } from './schema/secretos.ts'

const TRY_AGAIN = expect.stringContaining('Probá de nuevo')

/** A migrated database that its administrator changed by `alter database … change`. */
async function databaseWith(change: string) {
  const { url } = await testDatabase()
  const alter = async (how: string) => {
    const admin = new pg.Client({ connectionString: urlOfDatabase(url, 'postgres') })
    await admin.connect()
    await admin.query(`alter database ${nameOfDatabase(url)} ${how}`)
    await admin.end()
  }
  await alter(change)
  const pool = openPool(url, 2)
  onTestFinished(() => pool.end())
  return { db: openDatabase(pool), alter }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const ask = (db: Queryable) => db.select().from(secretos)

test('a database that takes no connections is away, for a statement and for a transaction', async () => {
  const { db, alter } = await databaseWith('allow_connections false')
  const failures = [await failureOf(ask(db)), await failureOf(db.transaction(ask))]
  expect(failures.map(downDetail)).toEqual([TRY_AGAIN, TRY_AGAIN])
  await alter('allow_connections true')
  expect(await ask(db)).toEqual([])
})

test('a connection that was read-only, as to the machine before a failover, is used no more', async () => {
  const { db, alter } = await databaseWith('set default_transaction_read_only = on')
  const write = (nombre: string) =>
    db.transaction((tx) =>
      tx
        .insert(secretos)
        .values({ nombre, valor: 'x' })
        .then(() => nombre),
    )
  expect(downDetail(await failureOf(write('before')))).toEqual(TRY_AGAIN)
  // Sessions keep what they began with
  await alter('reset default_transaction_read_only')
  expect(await write('afterwards')).toBe('afterwards')
})

test.each([
  ['is idle for too long', 'set idle_in_transaction_session_timeout = 100'],
  ['takes too long as a whole', 'set transaction_timeout = 100'],
])('a transaction that PostgreSQL ends because it %s is done again, whole', async (_why, change) => {
  const { db } = await databaseWith(change)
  let times = 0
  await db.transaction(async (tx) => {
    times++
    await tx.insert(secretos).values({ nombre: `time ${times}`, valor: 'x' })
    if (times === 1) await sleep(400)
    await ask(tx)
  })
  expect((await ask(db)).map(({ nombre }) => nombre)).toEqual(['time 2'])
})

test.each([
  ['waited too long for a lock', '55P03'],
  ['has no memory', '53200'],
  ['has no room on its disk', '53100'],
  ['cannot read its disk', '58030'],
  ['ended its session, which was idle', '25P03'],
  ['ended its session, which took too long', '25P04'],
  // Their severity is FATAL, in the server's language
  ['no longer takes the password', '28P01'],
  ['no longer has the database', '3D000'],
])('a statement that PostgreSQL refused because it %s is said to be tried again', async (_why, state) => {
  const { db } = await testDatabase()
  const refused = sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)
  expect(downDetail(await failureOf(db.execute(refused)))).toEqual(TRY_AGAIN)
})
