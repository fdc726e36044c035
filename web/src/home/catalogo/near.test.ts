import { afterEach, expect, test, vi } from 'vitest'
import { soon } from './near.ts'

/** What the browser was asked to call when it has time. */
const asked: (() => void)[] = []
const haveTime = () => asked.shift()?.()

function browser() {
  const requestIdleCallback = (work: () => void) => void asked.push(work)
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
}

afterEach(() => {
  while (asked.length > 0) haveTime()
  vi.unstubAllGlobals()
})

test('one piece of work each time the browser has some, in the order they came', () => {
  browser()
  const done: number[] = []
  for (const one of [1, 2, 3]) soon(() => void done.push(one))
  expect(done).toEqual([])
  haveTime()
  expect(done).toEqual([1])
  haveTime()
  soon(() => void done.push(4))
  haveTime()
  haveTime()
  expect(done).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([])
})

test('what was called off is not done, and does not hold up the rest', () => {
  browser()
  const done: string[] = []
  const callOff = soon(() => void done.push('called off'))
  callOff()
  soon(() => void done.push('first'))
  const late = soon(() => void done.push('late'))
  soon(() => void done.push('last'))
  haveTime()
  late()
  while (asked.length > 0) haveTime()
  expect(done).toEqual(['first', 'last'])
})

test('work that asks for more gets it later, and a browser that cannot say when it has time does all of it', async () => {
  vi.stubGlobal('window', {})
  const done: string[] = []
  await new Promise<void>((resolve) => {
    soon(() => {
      done.push('one')
      soon(() => {
        done.push('two')
        resolve()
      })
    })
  })
  expect(done).toEqual(['one', 'two'])
})
