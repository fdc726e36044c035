import { useSyncExternalStore } from 'react'

/** How many orders came in while the window was not looked at. Back to 0 when it is. */
let unseen = 0
const listeners = new Set<() => void>()

function set(next: number): void {
  unseen = next
  for (const listener of listeners) listener()
}

export function countUnseen(): void {
  if (!document.hasFocus()) set(unseen + 1)
}

const reset = () => set(0)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('focus', reset)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('focus', reset)
  }
}

export const useUnseen = (): number => useSyncExternalStore(subscribe, () => unseen)
