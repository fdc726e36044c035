import { createStore } from '../ui/state/store.ts'

const TICK_MS = 15_000

const now = createStore(Date.now(), {
  watch() {
    const tick = () => now.set(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  },
})

/** The time, for ages and promises on the screen: changes every 15 s, for all components at once. */
export const useNow = (): number => now.use()

/**
 * A text that depends on the time: the component is drawn again only when the text changes, which two hundred
 * cards need.
 */
export const useNowOf = (of: (now: number) => string): string => now.useOf(of)
