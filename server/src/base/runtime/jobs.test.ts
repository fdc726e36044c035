import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { endConnections, openTestDatabase, testDatabase } from '../../testing/database.ts'
import { dropQueues, lastRound, openQueues } from '../../testing/jobs.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { eventually } from '../../testing/shop.ts'
import { downDetail, isDiskFull } from '../http/down.ts'
import { createJobs, type JobName } from './jobs.ts'
import { createLogger } from './logger.ts'

test('a database that is away while the jobs begin is waited for, and connections that end stop no worker', async () => {
  const { url, db } = await testDatabase()
  const gate = await openGate(url)
  const { pool } = openTestDatabase(gate.url)
  const jobs = createJobs(pool, createLogger('silent'))
  const done: number[] = []
  jobs.work('correo', async ({ id }) => void done.push(id))
  await gate.close()
  const starting = jobs.start()
  onTestFinished(async () => {
    await jobs.stop()
    await gate.close()
  })
  await gate.reopen()
  await starting
  await endConnections(url)
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 1 }))
  await endConnections(url)
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 2 }))
  await eventually(
    async () => done.toSorted().join(),
    (ids) => ids === '1,2',
  )
})

test('errors of the queues are logged once a second at most, each as words and a code', async () => {
  const { url } = await testDatabase()
  const gate = await openGate(url)
  const { pool } = openTestDatabase(gate.url)
  const lines: { time: number; err: { message: string } }[] = []
  const log = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) })
  const jobs = createJobs(pool, log)
  onTestFinished(async () => {
    await jobs.stop()
    await gate.close()
  })
  const names: JobName[] = ['correo', 'color', 'prueba', 'aviso_pago', 'avisar_push', 'push']
  for (const name of names) jobs.work(name, async () => {})
  await jobs.start()
  await gate.close()
  await eventually(
    async () => lines.length,
    (count) => count >= 2,
  )
  await gate.reopen()
  for (const { err } of lines) expect(err).toMatchObject({ message: expect.not.stringMatching(/^\{/) })
  const gaps = lines.slice(1).map(({ time }, index) => time - (lines[index]?.time ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(900)
})

describe('a job that is sent before the queues are up', () => {
  /** A database in which the jobs cannot make their tables. */
  async function withoutRoom() {
    const { url, db } = await testDatabase()
    await dropQueues(db)
    await db.execute(sql`create function lleno() returns event_trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await db.execute(sql`create event trigger lleno on ddl_command_start execute function lleno()`)
    return { url, db, makeRoom: () => db.execute(sql`drop event trigger lleno`) }
  }

  test('is refused for the reason for which they do not start, and taken once they did', async () => {
    const { url, db, makeRoom } = await withoutRoom()
    const jobs = createJobs(openTestDatabase(url).pool, createLogger('silent'))
    onTestFinished(() => jobs.stop())
    const done: number[] = []
    jobs.work('correo', async ({ id }) => void done.push(id))
    const send = (id: number) => db.transaction((tx) => jobs.send(tx, 'correo', { id }))
    const early = send(1).catch((error: unknown) => error)
    const starting = jobs.start()
    expect(isDiskFull(await early)).toBe(true)
    expect(isDiskFull(await send(2).catch((error: unknown) => error))).toBe(true)
    await makeRoom()
    await starting
    await send(3)
    await eventually(
      async () => done.join(),
      (ids) => ids === '3',
    )
  })

  test('waits for them so long and no longer, and holds no connection after that', async () => {
    const { url, db, pool } = await testDatabase()
    const jobs = createJobs(openTestDatabase(url).pool, createLogger('silent'), undefined, 50)
    const sending = Array.from({ length: 20 }, () =>
      db.transaction((tx) => jobs.send(tx, 'correo', { id: 1 })).catch((error: unknown) => downDetail(error)),
    )
    expect(new Set(await Promise.all(sending))).toEqual(new Set([expect.stringContaining('Probá de nuevo')]))
    expect(pool.waitingCount).toBe(0)
  })
})

test('jobs of a queue that an earlier version made are tried as often as those of a new one', async () => {
  const { url } = await testDatabase()
  const startOnce = async () => {
    const jobs = createJobs(openTestDatabase(url).pool, createLogger('silent'))
    await jobs.start()
    await jobs.stop()
  }
  await startOnce()
  const boss = await openQueues(url)
  const tries = async () => (await boss.getQueue('preparar_impresion'))?.retryLimit
  const many = await tries()
  expect(many).toBeGreaterThan(14 * 24 * 60)
  await boss.updateQueue('preparar_impresion', { retryLimit: 100 })
  await startOnce()
  expect(await tries()).toBe(many)
})

const YEAR_MS = 365 * 86_400_000

test('a clock that is set back by a year stops none of their rounds', { timeout: 60_000 }, async () => {
  const { url, db } = await testDatabase()
  const { pool } = openTestDatabase(url)
  const jobs = createJobs(pool, createLogger('silent'))
  onTestFinished(jobs.stop)
  await jobs.start()
  const last = () => lastRound(db)
  const before = await last()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - YEAR_MS })
  onTestFinished(() => void vi.useRealTimers())
  await eventually(last, (found) => found !== before, 25_000) // one every 10 s
})

test('queues that are looked at all at once share three connections', async () => {
  const { url, db } = await testDatabase()
  const { pool } = openTestDatabase(url)
  let opened = 0
  pool.on('connect', () => opened++)
  const jobs = createJobs(pool, createLogger('silent'))
  onTestFinished(() => jobs.stop())
  const names: JobName[] = [
    'color',
    'prueba',
    'factura',
    'imagen',
    'push',
    'devolver',
    'aviso_pago',
    'enlace',
  ]
  for (const name of names) jobs.work(name, async () => {})
  const done: number[] = []
  jobs.work('correo', async ({ id }) => void done.push(id))
  await jobs.start()
  await db.transaction((tx) => jobs.send(tx, 'correo', { id: 1 }))
  await eventually(
    async () => done.join(),
    (ids) => ids === '1',
  )
  expect(opened).toBeLessThanOrEqual(3)
})

test('the worker of a queue is woken once a job for now is committed, and neither before nor for any other', async () => {
  const { url, db } = await testDatabase()
  const { pool } = openTestDatabase(url)
  const jobs = createJobs(pool, createLogger('silent'))
  const woken = vi.spyOn(PgBoss.prototype, 'notifyWorker')
  onTestFinished(async () => {
    woken.mockRestore()
    await jobs.stop()
  })
  const done: number[] = []
  jobs.work('devolver', async ({ devolucion_id }) => void done.push(devolucion_id))
  await jobs.start()
  await db.transaction(async (tx) => {
    await jobs.send(tx, 'devolver', { devolucion_id: 1 })
    expect(woken).not.toHaveBeenCalled()
  })
  expect(woken).toHaveBeenCalledTimes(1)
  await db.transaction((tx) => jobs.send(tx, 'devolver', { devolucion_id: 2 }, { afterSeconds: 60 }))
  const undone = db.transaction(async (tx) => {
    await jobs.send(tx, 'devolver', { devolucion_id: 3 })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(woken).toHaveBeenCalledTimes(1)
  await eventually(
    async () => done.join(),
    (ids) => ids === '1',
  )
})
