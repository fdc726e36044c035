// The database falls silent: its connections stay open, and nothing comes any more.
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { shopDatabase, testDatabase } from '../../testing/database.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { eventually } from '../../testing/shop.ts'
import { BUDGETS } from '../http/budgets.ts'
import { downDetail } from '../http/down.ts'
import { startEvents } from '../runtime/events.ts'
import { createJobs } from '../runtime/jobs.ts'
import { createLogger } from '../runtime/logger.ts'
import { sqlState } from './lost.ts'
import { openPool, type Queryable, STATEMENT_MS } from './open.ts'
import { CommitUnknown, openDatabase } from './repeat.ts'
import { secretos } from './schema/secretos.ts'

const log = createLogger('silent')
const TIMEOUT = { timeout: 120_000 }

/** A process behind a gate, whose statements may take `statementMs`. */
async function behindGate(url: string, statementMs = 500) {
  const gate = await openGate(url)
  const pool = openPool(gate.url, 5, { statementMs })
  onTestFinished(() => gate.close())
  return { gate, pool, db: openDatabase(pool) }
}

const names = async (db: Queryable) => (await db.select().from(secretos)).map(({ nombre }) => nombre).sort()
const add = (db: Queryable, nombre: string) => db.insert(secretos).values({ nombre, valor: 'x' })
const open = (db: Queryable, ms: number) => db.execute(sql`select pg_sleep(${ms / 1000})`)

test('all connections fall silent at once: calls are answered, and jobs run again', TIMEOUT, async () => {
  const { gate, pool, db } = await behindGate((await shopDatabase()).url)
  const jobs = createJobs(pool, log)
  const done: number[] = []
  jobs.work('correo', async ({ id }) => void done.push(id))
  jobs.work('push', async () => {})
  jobs.work('enlace', async () => {})
  await jobs.start()
  onTestFinished(() => jobs.stop())
  await Promise.all(Array.from({ length: 5 }, () => open(db, 200)))
  expect(pool.totalCount).toBe(5)
  gate.freeze()
  const calls = Array.from({ length: 10 }, () => db.execute(sql`select 1`).catch(downDetail))
  const answers = await Promise.all(calls)
  expect(answers.filter((answer) => answer === null)).toEqual([])
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 1 }))
  await eventually(
    async () => done.join(),
    (ids) => ids === '1',
    60_000,
  )
})

test(
  'a transaction whose connection falls silent is done again, and at its COMMIT reports the doubt',
  TIMEOUT,
  async () => {
    const { gate, pool, db } = await behindGate((await testDatabase()).url)
    let times = 0
    await db.transaction(async (tx) => {
      await add(tx, `time ${++times}`)
      if (times === 1) gate.freeze()
      await add(tx, 'last')
    })
    expect(await names(db)).toEqual(['last', 'time 2'])
    const started = performance.now()
    const doubt = db.transaction(async (tx) => {
      await add(tx, 'lost')
      gate.freeze()
    })
    expect(await doubt.catch((error) => error)).toBeInstanceOf(CommitUnknown)
    // One wait of 5.5 s: a ROLLBACK after it would wait as long again
    expect(performance.now() - started).toBeLessThan(10_000)
    expect([await names(db), pool.totalCount - pool.idleCount]).toEqual([['last', 'time 2'], 0])
  },
)

test('a statement that takes too long is cancelled by PostgreSQL, said to be tried again, and its connection stays', async () => {
  const { pool, db } = await behindGate((await testDatabase()).url)
  const pid = async () => (await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
  const before = await pid()
  let times = 0
  const work = db.transaction(async (tx) => {
    times++
    await open(tx, 60_000)
  })
  const error = await work.catch((reason) => reason)
  expect([sqlState(error), downDetail(error)]).toEqual(['57014', expect.stringContaining('Probá de nuevo')])
  expect([times, await pid(), pool.totalCount]).toEqual([1, before, 1])
})

test('a statement may take as long as the longest call is waited for', () => {
  const waits = Object.values(BUDGETS).map(({ answerMs }) => answerMs ?? 0)
  expect(STATEMENT_MS).toBeGreaterThanOrEqual(Math.max(...waits))
})

test(
  'a server that takes a new connection and says nothing is asked again: events come',
  TIMEOUT,
  async () => {
    const { gate, db } = await behindGate((await testDatabase()).url)
    const events = await startEvents(gate.url, log)
    onTestFinished(() => events.stop())
    const heard: number[] = []
    events.listen('impresion', ({ sucursal_id }) => heard.push(sucursal_id))
    gate.isMute = true
    gate.cut()
    await expect.poll(() => gate.unanswered).toBeGreaterThan(0)
    gate.isMute = false
    await eventually(async () => events.isListening(), Boolean, 60_000)
    await db.transaction((tx) => events.tell(tx, 'impresion', { sucursal_id: 7 }))
    await expect.poll(() => heard).toEqual([7])
  },
)
