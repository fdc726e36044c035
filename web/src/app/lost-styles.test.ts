// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAgainForStyles } from './lost-styles.ts'

askAgainForStyles()

const sheet = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

it('a style sheet that did not arrive is asked for again, ever more rarely, and in the end no more', async () => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/assets/paso2.css' // this environment loads none, and says so as a browser does
  document.head.append(link)
  const waits: number[] = []
  for (let [before, waited] = [sheet(), 0]; waited < 200_000; waited += 500) {
    await vi.advanceTimersByTimeAsync(500)
    if (sheet() === before) continue
    before = sheet()
    waits.push(waited + 500)
    waited = -500
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000])
  expect(sheet()?.href).toBe(link.href)
  expect(vi.getTimerCount()).toBe(0)
})

it('other files that do not arrive are not asked for again', () => {
  const image = document.createElement('img')
  document.head.append(image)
  image.dispatchEvent(new Event('error'))
  expect(vi.getTimerCount()).toBe(0)
})
