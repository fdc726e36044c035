// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const played = vi.fn()
class FakeAudio {
  currentTime = 0
  destination = {}
  resume = async () => {}
  createOscillator = () => ({
    frequency: { value: 0 },
    start: played,
    stop() {},
    connect: () => ({ connect() {} }),
  })
  createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } })
}

/** A tab of the same browser, in which the visitor has touched the page. */
async function openTab() {
  vi.resetModules()
  const tab = await import('./sound.ts')
  window.dispatchEvent(new Event('pointerdown'))
  return tab
}
/** A sound has two notes. */
const sounds = () => played.mock.calls.length / 2

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  localStorage.clear()
  played.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the sound of news', () => {
  it('is played once in however many tabs, and again for another event', async () => {
    const [one, other] = [await openTab(), await openTab()]
    await one.chime(['a pagado'])
    await other.chime(['a pagado'])
    expect(sounds()).toBe(1)
    await other.chime(['a pagado', 'b pagado'])
    await one.chime(['b pagado'])
    expect(sounds()).toBe(2)
  })

  it('is played again when the same happens later', async () => {
    const tab = await openTab()
    await tab.chime(['parada 7'])
    vi.advanceTimersByTime(120_000)
    await tab.chime(['parada 7'])
    expect(sounds()).toBe(2)
  })

  it('turned off in one tab is off in the others', async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.answerSound(false)
    window.dispatchEvent(new StorageEvent('storage', { key: 'mostrador-sonido' }))
    await other.chime(['a pagado'])
    expect(sounds()).toBe(0)
  })
})
