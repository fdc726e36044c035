import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../base/runtime/logger.ts'
import { isBetween, reasonOfEnd, startVigia } from './vigia.ts'

/** Starts work that ends when it is aborted; collects the messages about it for the owner, null without one. */
function hanging(longestMs: number) {
  const told: unknown[] = []
  const vigia = startVigia(
    createLogger('silent'),
    (signal) =>
      sleep(60_000, undefined, { signal }).catch((error) => {
        told.push(reasonOfEnd(signal, error))
      }),
    longestMs,
  )
  onTestFinished(() => vigia.stop())
  return { vigia, told }
}

test('work that hangs is given up, and the owner is told why; the next look begins it again', async () => {
  const { vigia, told } = hanging(20)
  await vigia.look()
  await vigia.look()
  expect(told).toEqual(Array(2).fill(expect.objectContaining({ message: expect.stringMatching(/^Tardó/) })))
})

test('of work that the server’s stop ends the owner is told nothing', async () => {
  const { vigia, told } = hanging(60_000)
  const looking = vigia.look()
  await vigia.stop()
  await looking
  expect(told).toEqual([null])
})

test('what another process wrote down by a clock a little ahead has been; by one far ahead, not', () => {
  const now = new Date('2026-11-20T07:00:00Z')
  const later = (ms: number) => isBetween(new Date(+now + ms), +now - 1000, now)
  expect([-2000, -1000, 0, 2000, 60_000, 60_001].map(later)).toEqual([false, true, true, true, true, false])
})
