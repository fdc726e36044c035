import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collect, spent } from './collect.ts'

const MB = 1024 ** 2

test('buffers that nobody uses any more are given back once 8 MB went through', async () => {
  collect() // what others left must not count
  const { arrayBuffers: before } = process.memoryUsage()
  const kept: Uint8Array[] = []
  for (let index = 0; index < 16; index++) {
    const chunk = new Uint8Array(MB / 2).fill(index)
    if (index === 3) kept.push(chunk)
    spent(chunk.length)
  }
  const left = () => process.memoryUsage().arrayBuffers - before
  for (const until = Date.now() + 5_000; left() > 2 * MB && Date.now() < until; ) await sleep(5) // freed by a thread
  expect(left()).toBeLessThanOrEqual(2 * MB)
  expect(kept[0]?.every((byte) => byte === 3)).toBe(true)
})
