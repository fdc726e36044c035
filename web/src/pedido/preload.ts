import { optional } from '../ui/later.ts'

/** The next step's code, while this one is being filled in: pressing Next then waits for nothing, signal or not. */
export function preload(load: () => Promise<unknown>): void {
  optional(load).catch(() => undefined) // it will be asked for again when it is needed
}
