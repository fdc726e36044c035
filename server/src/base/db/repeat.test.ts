import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../testing/database.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { downDetail } from '../http/down.ts'
import type { Queryable } from './open.ts'
import { afterCommit, CommitUnknown } from './repeat.ts'
import { secretos } from './schema/secretos.ts'

const names = async (db: Queryable) => (await db.select().from(secretos)).map(({ nombre }) => nombre).sort()
const add = (db: Queryable, nombre: string) => db.insert(secretos).values({ nombre, valor: 'x' })

/** Ends the connection that `db` uses, as an administrator or a failover does. */
async function end(url: string, db: Queryable): Promise<void> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await admin.end()
  await sleep(100) // until the driver notices
}

test('a transaction whose connection ends between two statements is done again, whole', async () => {
  const { db, url } = await testDatabase()
  let times = 0
  const done = await db.transaction(async (tx) => {
    times++
    await add(tx, 'first')
    if (times === 1) await end(url, tx)
    await add(tx, 'second')
    return times
  })
  expect([done, await names(db)]).toEqual([2, ['first', 'second']])
})

test('one whose connection ended after its last statement, before COMMIT was sent, too', async () => {
  const { db, url } = await testDatabase()
  let times = 0
  await db.transaction(async (tx) => {
    await add(tx, `time ${++times}`)
    if (times === 1) await end(url, tx)
  })
  expect(await names(db)).toEqual(['time 2'])
})

test('a transaction that loses its connection twice is refused as "try again", and changes nothing', async () => {
  const { db, url, pool } = await testDatabase()
  let times = 0
  const work = db.transaction(async (tx) => {
    times++
    await add(tx, 'x')
    await end(url, tx)
  })
  const error = await work.catch((reason) => reason)
  expect([times, downDetail(error)]).toEqual([2, expect.stringContaining('Probá de nuevo')])
  expect([await names(db), pool.totalCount - pool.idleCount]).toEqual([[], 0])
})

test('two transactions that lock each other out are both done', async () => {
  const { db } = await testDatabase()
  for (const nombre of ['a', 'b']) await add(db, nombre)
  const change = (tx: Queryable, nombre: string) =>
    tx
      .update(secretos)
      .set({ valor: sql`${secretos.valor} || '+'` })
      .where(eq(secretos.nombre, nombre))
  const both = async (first: string, second: string) =>
    db.transaction(async (tx) => {
      await change(tx, first)
      await sleep(300)
      await change(tx, second)
    })
  await Promise.all([both('a', 'b'), both('b', 'a')])
  expect((await db.select().from(secretos)).map(({ valor }) => valor)).toEqual(['x++', 'x++'])
})

test('work for after the commit is done once for a repeated transaction, and never for a failed one', async () => {
  const { db, url } = await testDatabase()
  const done: string[] = []
  let times = 0
  await db.transaction(async (tx) => {
    times++
    afterCommit(tx, () => done.push(`time ${times}`))
    await add(tx, 'first')
    expect(done).toEqual([])
    if (times === 1) await end(url, tx)
  })
  const failed = db.transaction(async (tx) => {
    afterCommit(tx, () => done.push('failed'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(done).toEqual(['time 2'])
})

test('a refusal is thrown unchanged, once', async () => {
  const { db } = await testDatabase()
  let times = 0
  const refusal = new Error('no')
  const work = db.transaction(async (tx) => {
    times++
    await add(tx, 'x')
    throw refusal
  })
  await expect(work).rejects.toBe(refusal)
  expect([times, await names(db)]).toEqual([1, []])
})

test('a transaction with an unanswered COMMIT is not repeated, and reports the doubt', async () => {
  const { url } = await testDatabase()
  const gate = await openGate(url)
  const through = openTestDatabase(gate.url)
  onTestFinished(() => gate.close())
  let times = 0
  gate.loseAnswerTo('commit')
  const work = through.db.transaction(async (tx) => {
    times++
    await add(tx, 'x')
  })
  const error = await work.catch((reason) => reason)
  expect(error).toBeInstanceOf(CommitUnknown)
  expect(downDetail(error)).toContain('no sabemos si quedó hecho')
  expect([times, await names(through.db)]).toEqual([1, ['x']])
})

test('a lone query is repeated, a lone change is not', async () => {
  const { url } = await testDatabase()
  const { db, pool } = openTestDatabase(url)
  expect(await whileEnded(url, () => names(db))).toEqual([])
  const refused = await whileEnded(url, () => add(db, 'x').catch((error) => downDetail(error)))
  expect([refused, await names(db)]).toEqual([expect.stringContaining('Probá de nuevo'), []])
  expect(pool.totalCount - pool.idleCount).toBe(0)
})

/** The result of `ask` if its connection is ended while its statement waits. */
async function whileEnded<T>(url: string, ask: () => Promise<T>): Promise<T> {
  const [holder, admin] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const client of [holder, admin]) await client.connect()
  await holder.query('begin; lock table secretos in access exclusive mode')
  const asked = ask()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await admin.query(end)).rowCount).toBe(1)
  await holder.query('commit')
  for (const client of [holder, admin]) await client.end()
  return asked
}
