import { createStore } from '../../ui/store.ts'
import { useMedia } from '../../ui/use-media.ts'

const KEY = 'mostrador-densidad'
const isComoda = createStore(localStorage.getItem(KEY) === 'comoda')

/** Remembered for this browser. */
export function toggleDensidad(): void {
  isComoda.set(!isComoda.get())
  localStorage.setItem(KEY, isComoda.get() ? 'comoda' : 'compacta')
}

/** `comoda`: rows for a finger. On narrow screens and where one touches them, those are the only ones. */
export function useDensidad(): { comoda: boolean; isFree: boolean } {
  const chosen = isComoda.use()
  const isTouched = useMedia('(max-width: 1000px), (pointer: coarse)')
  return { comoda: chosen || isTouched, isFree: !isTouched }
}
