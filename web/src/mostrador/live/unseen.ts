import { useSyncExternalStore } from 'react'

/** The orders that there was news of while the window was not looked at. None again when it is. */
const unseen = new Set<string>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

export function countUnseen(pedido_id: string): void {
  if (document.hasFocus()) return
  unseen.add(pedido_id)
  tell()
}

function reset(): void {
  unseen.clear()
  tell()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('focus', reset)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('focus', reset)
  }
}

export const useUnseen = (): number => useSyncExternalStore(subscribe, () => unseen.size)
