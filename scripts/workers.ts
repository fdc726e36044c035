// How many test files run at once.
import { totalmem } from 'node:os'

/** At most `most`, and as few as this machine, or the container that it is, has memory for: `gb` for each. */
export function workersFor(most: number, gb: number): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.max(1, Math.min(most, Math.floor(Math.min(totalmem(), limit) / (gb * 2 ** 30))))
}
