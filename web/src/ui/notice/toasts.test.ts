import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showProblem, showToast, Toasts } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = () => renderToString(createElement(Toasts))

it.each([
  [5000, undefined],
  [3000, 3000],
  [5000, 5000],
])('is there for %d ms where %s is asked for', (lasts, ms) => {
  showToast('Listo', ms === undefined ? {} : { ms })
  vi.advanceTimersByTime(lasts - 1)
  expect(shown()).toContain('Listo')
  vi.advanceTimersByTime(1)
  expect(shown()).not.toContain('Listo')
})

it('an error lasts no longer; a problem that no form shows stays until it is closed', () => {
  showToast('No se pudo', { tone: 'error' })
  showProblem('Código del problema')
  vi.advanceTimersByTime(5000)
  expect(shown()).not.toContain('No se pudo')
  vi.advanceTimersByTime(600_000)
  expect(shown()).toContain('Código del problema')
})

it('a repeated message restarts its time, and is shown once', () => {
  showToast('Listo')
  vi.advanceTimersByTime(4000)
  showToast('Listo')
  vi.advanceTimersByTime(4000)
  expect(shown().split('Listo')).toHaveLength(2)
})
