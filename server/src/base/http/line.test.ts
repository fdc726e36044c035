import { expect, test } from 'vitest'
import { createLine } from './line.ts'

test('a fixed number run together, the others in order; a failed one hands its place on', async () => {
  const line = createLine(2, 10)
  const order: number[] = []
  let running = 0
  let most = 0
  const work = (id: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    order.push(id)
    if (id === 1) throw new Error('no')
    return id
  }
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((id) => line(work(id))))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
  expect(await line(work(9))).toBe(9)
})

test('a line that is full refuses', async () => {
  const line = createLine(1, 1)
  let finish = () => {}
  const first = line(() => new Promise<void>((resolve) => (finish = resolve)))
  const second = line(async () => 'second')
  await expect(line(async () => {})).rejects.toMatchObject({ status: 429 })
  finish()
  await first
  expect(await second).toBe('second')
})
