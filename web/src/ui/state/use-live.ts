import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False in a page made ahead, until React has taken it over: before that its buttons do nothing. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
