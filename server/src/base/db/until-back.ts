// Writes down what has left the shop and cannot be called back, however long the database is away.
import { setTimeout as sleep } from 'node:timers/promises'

/** A database that fails over is back within a minute. */
const TRIES = 60
const EVERY_MS = 1_000

/**
 * Repeats `work`, even if it may have been done, until the database is back: a mail that left must not leave
 * again.
 */
export async function untilBack(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(EVERY_MS)
    }
}
