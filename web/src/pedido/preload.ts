import { optional } from '../ui/state/later.ts'

/**
 * Loads the next step's code while this one is being filled in, so that the Next button works at once, also
 * without a signal. Starts after the event that called it was handled.
 */
export function preload(load: () => Promise<unknown>): void {
  // If it fails the code is loaded again when it is needed
  setTimeout(() => optional(load).catch(() => undefined))
}
