import { createStore } from '../../ui/store.ts'

/** A call about an order that another person has in hand: what the server said, and how it goes on. */
type Pregunta = { detail: string; settle: (goesOn: boolean) => void }
const waiting = createStore<readonly Pregunta[]>([])

/** Asks whether to go on although another person has the order in hand. `detail` says which order, and who. */
export const goOnAlthough = (detail: string): Promise<boolean> =>
  new Promise((settle) => waiting.set([...waiting.get(), { detail, settle }]))

/** Closes the first question, and its call goes on or not. */
export function settleTomado(goesOn: boolean): void {
  const [first, ...others] = waiting.get()
  waiting.set(others)
  first?.settle(goesOn)
}

/** The first one that waits; null: none does. */
export const usePregunta = (): Pregunta | null => waiting.use()[0] ?? null
