import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { createLocks } from './locks.ts'
import { createLogger } from './logger.ts'

const log = createLogger('silent')

/** `url` null: the locks of a single process. */
function process(url: string | null) {
  const locks = createLocks(url, log)
  onTestFinished(locks.stop)
  return locks
}

async function twice() {
  const { url, pool } = await testDatabase()
  return { url, pool, here: process(url), there: process(url) }
}

test('50 at once in two processes hold it one after the other', async () => {
  const { here, there } = await twice()
  let [holding, most, done] = [0, 0, 0]
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const release = await (index % 2 ? here : there).take('x')
      most = Math.max(most, ++holding)
      await new Promise((go) => setImmediate(go))
      holding--
      done++
      release()
    }),
  )
  expect([most, done]).toEqual([1, 50])
})

test.each(['one process', 'two processes'])(
  'in %s the holder is asked to make way, and others hold other names',
  async (how) => {
    const { here, there } = how === 'one process' ? { here: process(null), there: undefined } : await twice()
    const next = there ?? here
    const release: (() => void)[] = []
    release.push(await here.take('x', { asked: () => release[0]?.() }))
    await (await next.take('y')).call(undefined)
    ;(await next.take('x'))()
  },
)

test.each(['one process', 'two processes'])(
  'in %s the one that loses patience leaves the line, and the next one gets it',
  async (how) => {
    const { here, there } = how === 'one process' ? { here: process(null), there: undefined } : await twice()
    const next = there ?? here
    const release = await here.take('x')
    const patience = new AbortController()
    const left = next.take('x', { signal: patience.signal })
    const waits = next.take('x')
    patience.abort(new Error('enough'))
    await expect(left).rejects.toThrow()
    release()
    ;(await waits)()
  },
)

test('a process that dies, or loses its connection, holds no lock any more and is told so', async () => {
  const { url, here, there } = await twice()
  let told = false
  const release = await here.take('x', {
    asked: () => {
      told = true
    },
  })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`)
  await admin.end()
  const theirs = await there.take('x')
  expect(told).toBe(true)
  release() // another holds the lock now: changes nothing
  const patience = AbortSignal.timeout(500)
  await expect(here.take('x', { signal: patience })).rejects.toThrow()
  theirs()
  ;(await here.take('x'))()
})

test('a connection that was refused while PostgreSQL started, and ends late, takes no lock along', async () => {
  const { url, there } = await twice()
  const gate = await openGate(url)
  onTestFinished(() => gate.close())
  const here = process(gate.url)
  gate.refuseNext()
  const release = await here.take('x')
  gate.endRefused()
  for (let times = 0; times < 5; times++) (await here.take('y'))() // it has ended by then
  release()
  ;(await there.take('x', { signal: AbortSignal.timeout(5_000) }))()
})

test('once they are stopped no waiting caller opens another connection', async () => {
  const { pool, here, there } = await twice()
  await there.take('x')
  const waits = here.take('x')
  waits.catch(() => {})
  await here.take('y')
  await here.stop()
  await expect(waits).rejects.toThrow()
  const { rows } = await pool.query(
    "select count(*)::int as held from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
  )
  expect(rows).toEqual([{ held: 1 }])
})
