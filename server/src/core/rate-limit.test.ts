import { expect, it } from 'vitest'
import { addressKey, createLimiter } from './rate-limit.ts'

it('takes max within the window, and one more as each leaves it', () => {
  let now = 0
  const limiter = createLimiter(2, 1000, () => new Date(now))
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

it.each([
  ['190.1.2.3', '190.1.2.3'],
  ['::ffff:190.1.2.3', '190.1.2.3'],
  ['2800:810:4a:1:9::7', '2800:810:4a:1'],
  ['2800:810::7', '2800:810:0:0'],
  ['::1', ':0:0:0'],
])('%s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
