import { optional } from '../ui/later.ts'

/**
 * The next step's code, while this one is being filled in: pressing Next then waits for nothing, signal or not. Asked for
 * once what is touched was answered.
 */
export function preload(load: () => Promise<unknown>): void {
  // Where it fails it will be asked for again when it is needed
  setTimeout(() => optional(load).catch(() => undefined))
}
