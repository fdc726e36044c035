// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useContador } from './contador.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('goes on by one of its 30 steps every 30 ms', () => {
  const { result } = renderHook(() => useContador(3_000))
  expect(result.current).toBe(0)
  pass(29)
  expect(result.current).toBe(0)
  pass(1)
  expect(result.current).toBe(100)
  pass(30)
  expect(result.current).toBe(200)
  pass(28 * 30 - 1)
  expect(result.current).toBe(2_900)
  pass(1)
  expect(result.current).toBe(3_000)
  pass(10_000)
  expect(result.current).toBe(3_000)
})

it('is at its end at once where motion is reduced', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  expect(renderHook(() => useContador(3_000)).result.current).toBe(3_000)
})
