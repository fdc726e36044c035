import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { startClock } from './clock.ts'
import { createLogger } from './logger.ts'

const HOUR = 3600_000

/** A machine whose clock is `fastMs` ahead of the database's. */
async function machine(fastMs: number) {
  const { pool } = await testDatabase()
  const real = Date.now
  Date.now = () => real() + fastMs
  try {
    const clock = await startClock(pool, createLogger('silent'))
    onTestFinished(clock.stop)
    return clock.offMs()
  } finally {
    Date.now = real
  }
}

test('a machine that is an hour fast, or slow, counts by the database’s clock', async () => {
  for (const fast of [HOUR, -HOUR]) expect(Math.abs((await machine(fast)) + fast)).toBeLessThan(1_000)
})

test('the travel time of the query counts as no difference', async () => {
  expect(await machine(500)).toBe(0)
})

test('a query that waited six seconds for a connection and was then answered at once changes nothing', async () => {
  const { pool } = await testDatabase()
  const real = Date.now
  let lateMs = -6_000
  Date.now = () => real() + lateMs
  const query = pool.query.bind(pool) as (text: string) => Promise<unknown>
  const waiting = Object.assign(Object.create(pool), {
    query: (text: string) => {
      lateMs = 0
      return query(text)
    },
  })
  try {
    const clock = await startClock(waiting, createLogger('silent'))
    onTestFinished(clock.stop)
    expect(clock.offMs()).toBe(0)
  } finally {
    Date.now = real
  }
})
