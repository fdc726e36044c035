// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnceWhenOutdated } from './outdated.ts'

const reload = vi.fn()
reloadOnceWhenOutdated()

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  reload.mockClear()
})

/** How this page was opened, and how long ago. */
function opened(type: 'navigate' | 'reload', secondsAgo: number) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - secondsAgo * 1000)
}

/** A part of the page cannot be loaded. @returns whether the error is shown */
const lose = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

it('a page whose parts are gone is loaded anew', () => {
  opened('navigate', 5)
  expect(lose()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

it('that was loaded anew less than a minute ago shows the error, later it is loaded anew again', () => {
  opened('reload', 59)
  expect(lose()).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  opened('reload', 61)
  expect(lose()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

it('it is loaded anew where nothing may be stored, too', () => {
  opened('navigate', 5)
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden })
  expect(lose()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

it('a browser that hides how the page was opened shows the error', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  expect(lose()).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})
