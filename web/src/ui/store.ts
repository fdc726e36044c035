import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components follow with `use`.
 * @param made what a page that was made ahead shows; else the value
 * @param watch runs while at least one component follows, and returns what ends it
 */
export function createStore<T>(initial: T, { made, watch }: { made?: T; watch?: () => () => void } = {}) {
  let value = initial
  let end: (() => void) | undefined
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) end = watch?.()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) end?.()
    }
  }
  const get = (): T => value
  return {
    get,
    /** Outside React; what it answers ends it. */
    subscribe,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, get, () => made ?? value),
    /** A part of it: who follows that is drawn again when it changed. `of` answers the same for the same value. */
    useOf: <S>(of: (value: T) => S): S =>
      useSyncExternalStore(
        subscribe,
        () => of(value),
        () => of(made ?? value),
      ),
  }
}
