import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False in a page that was made ahead, until it is React's: what is pressed before that does nothing. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
