import { createStore } from '../../ui/state/store.ts'

/** Calls that wait until the person has confirmed their identity: one dialog for all of them. */
const waiting = createStore<readonly ((confirmed: boolean) => void)[]>([])

/** Opens the dialog. True once the identity is confirmed, false if the person cancels. */
export const confirmIdentity = (): Promise<boolean> =>
  new Promise((resolve) => waiting.set([...waiting.get(), resolve]))

/** Closes it, and the waiting calls continue. */
export function settleIdentity(confirmed: boolean): void {
  const asked = waiting.get()
  waiting.set([])
  for (const resolve of asked) resolve(confirmed)
}

export const useConfirming = (): boolean => waiting.use().length > 0
