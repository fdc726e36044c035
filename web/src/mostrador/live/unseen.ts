import { createStore } from '../../ui/state/store.ts'

const reset = () => unseen.set(new Set())

/** Orders that came in while the window was hidden. Emptied when it is visible again. */
const unseen = createStore<ReadonlySet<string>>(new Set(), {
  watch() {
    window.addEventListener('focus', reset)
    return () => window.removeEventListener('focus', reset)
  },
})

export function countUnseen(pedido_id: string): void {
  if (!document.hasFocus()) unseen.set(new Set(unseen.get()).add(pedido_id))
}

export const useUnseen = (): number => unseen.use().size
