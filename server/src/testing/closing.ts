import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'
import { closeSharedEngine } from './shared-engine.ts'

const underWay = new Set<Promise<void>>()

/** Ends in the background what takes half a second of waiting, most of it pg-boss's: the next test need not wait. */
export function closeLater(close: () => Promise<void>): void {
  const closing = close().finally(() => underWay.delete(closing))
  closing.catch(() => {}) // told below
  underWay.add(closing)
}

/** A setup file of the server's tests: no file is over before all that it opened is closed, and its databases are gone. */
afterAll(async () => {
  await Promise.all(underWay)
  await closeSharedEngine()
  await dropDatabases()
})
