import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components subscribe to with `use`.
 * @param made the value in a page made ahead, by default the same
 * @param watch runs while at least one component is subscribed, and returns the function that ends it
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
    /** Subscribes outside React; returns the function that ends it. */
    subscribe,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, get, () => made ?? value),
    /** A part of the value: the component is drawn again only when that changes. `of` must be pure. */
    useOf: <S>(of: (value: T) => S): S =>
      useSyncExternalStore(
        subscribe,
        () => of(value),
        () => of(made ?? value),
      ),
  }
}
