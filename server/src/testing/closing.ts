import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'

const underWay = new Set<Promise<void>>()

/**
 * Closes in the background, which takes half a second of waiting, mostly for pg-boss: the next test need not
 * wait.
 */
export function closeLater(close: () => Promise<void>): void {
  const closing = close().finally(() => underWay.delete(closing))
  closing.catch(() => {}) // awaited below
  underWay.add(closing)
}

/**
 * A setup file of the server's tests: a file ends once all that it opened is closed, and its databases are
 * dropped.
 */
afterAll(async () => {
  await Promise.all(underWay)
  await dropDatabases()
})
