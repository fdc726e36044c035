import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { startEvents } from '../runtime/events.ts'
import { createLogger } from '../runtime/logger.ts'
import { addressKey } from './address.ts'
import { createLimits } from './rate-limit.ts'

/** As long as a loaded machine needs. */
const until = (fine: () => void | Promise<void>) => vi.waitFor(fine, 20_000)

it('takes max within the window, and one more as each leaves it', () => {
  let now = 0
  const limiter = createLimits(() => new Date(now), null)('prueba', 2, 1000)
  expect(limiter.take('a')).toBe(true)
  now = 400
  expect(limiter.take('a')).toBe(true)
  expect([limiter.allows('a'), limiter.take('a'), limiter.secondsLeft('a')]).toEqual([false, false, 1])
  expect(limiter.take('b')).toBe(true)
  now = 1000
  expect([limiter.take('a'), limiter.take('a')]).toEqual([true, false])
  now = 1400
  expect(limiter.take('a')).toBe(true)
})

it('forgets counts that lie in the future after the clock was set back', () => {
  let now = 86_400_000
  const limiter = createLimits(() => new Date(now), null)('prueba', 2, 1000)
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([true, true, false])
  now = 0
  expect([limiter.allows('a'), limiter.secondsLeft('a')]).toEqual([true, 0])
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([true, true, false])
})

it('costs a call no more while a flood of keys is counted; once they ended they go', () => {
  let now = 0
  let looks = 0
  const limiter = createLimits(() => {
    looks++
    return new Date(now)
  }, null)('prueba', 2, 1000)
  for (let key = 0; key < 30_000; key++) limiter.take(`vieja ${key}`)
  expect(looks).toBeLessThan(150_000)
  now = 1000
  for (let key = 0; key < 30_000; key++) limiter.take(`nueva ${key}`)
  expect(looks).toBeLessThan(300_000)
})

it('counts over all processes: room that one takes is missing in the others, and a forgotten count is forgotten in all', async () => {
  const { url, db } = await testDatabase()
  const log = createLogger('silent')
  const process = async () => {
    const events = await startEvents(url, log)
    onTestFinished(events.stop)
    return createLimits(() => new Date(), { db, events, log })('prueba', 100, 60_000)
  }
  const [one, other, third] = [await process(), await process(), await process()]
  const key = 'ñ'.repeat(9_000)
  for (let taken = 0; taken < 50; taken++)
    for (const limiter of [one, other]) expect(limiter.take(key)).toBe(true)
  await until(() => expect([one, other, third].map(({ take }) => take(key))).toEqual([false, false, false]))
  expect([third.secondsLeft(key) > 0, third.take('otra')]).toEqual([true, true])
  other.forget(key)
  await until(() => expect([one, third].map(({ allows }) => allows(key))).toEqual([true, true]))
})

it.each([
  ['190.1.2.3', '190.1.2.3'],
  ['::ffff:190.1.2.3', '190.1.2.3'],
  ['2800:810:4a:1:9::7', '2800:810:4a:1'],
  ['2800:810::7', '2800:810:0:0'],
  ['::1', ':0:0:0'],
])('%s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
