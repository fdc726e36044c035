import { createKept } from '../../ui/state/kept.ts'
import { createStore } from '../../ui/state/store.ts'
import { useMedia } from '../../ui/state/use-media.ts'

const kept = createKept('localStorage', 'mostrador-densidad')
const isComoda = createStore(kept.read() === 'comoda')

/** Stored in this browser. */
export function toggleDensidad(): void {
  isComoda.set(!isComoda.get())
  kept.write(isComoda.get() ? 'comoda' : 'compacta')
}

/** `comoda`: rows large enough for a finger. On narrow and on touch screens there is no choice. */
export function useDensidad(): { comoda: boolean; isFree: boolean } {
  const chosen = isComoda.use()
  const isTouched = useMedia('(max-width: 1000px), (pointer: coarse)')
  return { comoda: chosen || isTouched, isFree: !isTouched }
}
