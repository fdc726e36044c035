import { createStore } from '../../ui/state/store.ts'

/**
 * A call about an order in another clerk's hands: the server's sentence, and the function that continues it.
 */
type Pregunta = { detail: string; settle: (goesOn: boolean) => void }
const waiting = createStore<readonly Pregunta[]>([])

/**
 * Asks whether to go on although another clerk has the order in hand. `detail` names the order and the clerk.
 */
export const goOnAlthough = (detail: string): Promise<boolean> =>
  new Promise((settle) => waiting.set([...waiting.get(), { detail, settle }]))

/** Closes the first question; its call continues or not. */
export function settleTomado(goesOn: boolean): void {
  const [first, ...others] = waiting.get()
  waiting.set(others)
  first?.settle(goesOn)
}

/** The first question that waits; null: none. */
export const usePregunta = (): Pregunta | null => waiting.use()[0] ?? null
