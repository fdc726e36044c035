import type { Autoriza } from '@imprimitodo/shared/api/acceso'
import { createStore } from '../../ui/state/store.ts'

/** A call that waits for a second person's approval. */
type Waiting = { why: string; settle: (autoriza: Autoriza | null) => void }
const waiting = createStore<Waiting | null>(null)

/** Opens the dialog; `why` is the server's sentence. Null: it was not approved. */
export const askAutoriza = (why: string): Promise<Autoriza | null> =>
  new Promise((resolve) => {
    waiting.get()?.settle(null) // one at a time
    waiting.set({ why, settle: resolve })
  })

/** Closes it, and the waiting call continues. */
export function settleAutoriza(autoriza: Autoriza | null): void {
  const asked = waiting.get()
  waiting.set(null)
  asked?.settle(autoriza)
}

export const useAuthorising = (): string | null => waiting.use()?.why ?? null
