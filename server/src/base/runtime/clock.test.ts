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
