import { afterAll } from 'vitest'

const underWay = new Set<Promise<void>>()

/** Ends in the background what takes half a second of waiting, most of it pg-boss's: the next test need not wait. */
export function closeLater(close: () => Promise<void>): void {
  const closing = close().finally(() => underWay.delete(closing))
  closing.catch(() => {}) // told below
  underWay.add(closing)
}

/** A setup file of the server's tests: no file is over before all that it opened is closed. */
afterAll(async () => {
  await Promise.all(underWay)
})
