import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteDate, serverNow } from './clock.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const answer = (date: string, cache = 'no-store') => new Headers({ date, 'cache-control': cache })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a phone two hours behind uses the server’s time, also as time goes on', () => {
  noteDate(answer('Sat, 21 Nov 2026 17:00:00 GMT'))
  vi.advanceTimersByTime(30_000)
  expect(serverNow()).toBe(Date.parse('2026-11-21T17:00:30Z'))
})

it('neither a kept answer, whose date is old, nor one without a date changes it', () => {
  noteDate(answer('Sat, 21 Nov 2026 17:00:00 GMT'))
  noteDate(answer('Sat, 21 Nov 2026 09:00:00 GMT', 'public, max-age=60'))
  noteDate(new Headers({ 'cache-control': 'no-store' }))
  noteDate(answer('no es una fecha'))
  expect(serverNow()).toBe(Date.parse('2026-11-21T17:00:00Z'))
})
