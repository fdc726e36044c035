import { createStore } from '../../ui/store.ts'

/** Calls that wait for the person to confirm who they are: one dialog for all of them. */
const waiting = createStore<readonly ((confirmed: boolean) => void)[]>([])

/** Opens the dialog. True once the server was convinced, false if the person would rather not. */
export const confirmIdentity = (): Promise<boolean> =>
  new Promise((resolve) => waiting.set([...waiting.get(), resolve]))

/** Closes it, and lets the waiting calls go on. */
export function settleIdentity(confirmed: boolean): void {
  const asked = waiting.get()
  waiting.set([])
  for (const resolve of asked) resolve(confirmed)
}

export const useConfirming = (): boolean => waiting.use().length > 0
