import { expect, test, vi } from 'vitest'
import { createBatch } from './batch.ts'

/** Answers each question when it is told to. */
function held(patienceMs?: number) {
  const asked: { keys: number[]; answer(): void; fail(): void }[] = []
  const ask = createBatch((keys: number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>()
    const known = keys.filter((key) => key > 0).map((key): [number, string] => [key, `n${key}`])
    asked.push({ keys, answer: () => resolve(new Map(known)), fail: () => reject(new Error('away')) })
    return promise
  }, patienceMs)
  return { asked, ask }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a single question is asked at once; those that come meanwhile are asked together, each key once', async () => {
  const { asked, ask } = held()
  const first = ask(1)
  await settled()
  expect(asked.map(({ keys }) => keys)).toEqual([[1]])
  const others = [ask(2), ask(3), ask(2), ask(1)]
  await settled()
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  expect(await first).toBe('n1')
  await settled()
  // 1 again: its answer was asked for before this one came
  expect(asked[1]?.keys).toEqual([2, 3, 1])
  asked[1]?.answer()
  expect(await Promise.all(others)).toEqual(['n2', 'n3', 'n2', 'n1'])
  expect(asked).toHaveLength(2)
})

test('of what there is not the answer is undefined, and a failure is told to those who asked, not to the next', async () => {
  const { asked, ask } = held()
  const failing = Promise.allSettled([ask(1), ask(2)])
  await settled()
  const next = [ask(1), ask(-1)]
  asked[0]?.fail()
  expect(await failing).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await settled()
  asked[1]?.answer()
  expect(await Promise.all(next)).toEqual(['n1', undefined])
  const later = ask(5)
  await settled()
  asked[2]?.answer()
  expect(await later).toBe('n5')
})

test('a question that throws before it is asked fails its own alone', async () => {
  let isBroken = true
  const ask = createBatch(async (keys: number[]) => {
    if (isBroken) throw new Error('broken')
    return new Map(keys.map((key) => [key, key]))
  })
  await expect(ask(1)).rejects.toThrow('broken')
  isBroken = false
  expect(await ask(1)).toBe(1)
})

test('who waits for a question that is never answered asks without it', async () => {
  const { asked, ask } = held(20)
  void ask(1)
  await settled()
  const second = ask(2)
  await vi.waitUntil(() => asked.length === 2)
  asked[1]?.answer()
  expect(await second).toBe('n2')
  const third = ask(3)
  await settled()
  asked[2]?.answer()
  expect(await third).toBe('n3')
})
