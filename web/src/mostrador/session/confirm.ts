import { useSyncExternalStore } from 'react'

/** Calls that wait for the person to confirm who they are: one dialog for all of them. */
let waiting: ((confirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Opens the dialog. True once the server was convinced, false if the person would rather not. */
export const confirmIdentity = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, resolve]
    publish()
  })

/** Closes it, and lets the waiting calls go on. */
export function settleIdentity(confirmed: boolean): void {
  const asked = waiting
  waiting = []
  publish()
  for (const resolve of asked) resolve(confirmed)
}

export const useConfirming = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0)

function publish(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
