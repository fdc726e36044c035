// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useConfetti } from './use-confetti.ts'

const fire = Object.assign(vi.fn(), { reset: vi.fn() })
vi.mock('canvas-confetti', () => ({ default: { create: () => fire } }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  fire.mockClear()
  fire.reset.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Trophy() {
  return <canvas ref={useConfetti()} />
}

/** A burst is two shots, one from each side. */
const bursts = () => fire.mock.calls.length / 2
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('flies for 4 s, with a new burst every 300 ms', async () => {
  render(<Trophy />)
  await act(async () => void (await vi.dynamicImportSettled()))
  expect(bursts()).toBe(1)
  pass(299)
  expect(bursts()).toBe(1)
  pass(1)
  expect(bursts()).toBe(2)
  pass(4_000 - 300)
  expect(bursts()).toBe(1 + Math.floor(4_000 / 300))
  pass(10_000)
  expect(bursts()).toBe(1 + Math.floor(4_000 / 300))
})

it('stops when the page is left', async () => {
  const { unmount } = render(<Trophy />)
  await act(async () => void (await vi.dynamicImportSettled()))
  unmount()
  pass(4_000)
  expect(bursts()).toBe(1)
  expect(fire.reset).toHaveBeenCalled()
})

it('does not fly where motion is reduced', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  render(<Trophy />)
  await act(async () => void (await vi.dynamicImportSettled()))
  pass(4_000)
  expect(bursts()).toBe(0)
})
