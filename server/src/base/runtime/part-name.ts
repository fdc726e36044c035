// Temporary names of files that are still being written.
import { randomBytes } from 'node:crypto'

/** The suffix of a file that is still being written or sent. */
export const PARTE = '.parte'

/** A new name at each call: two calls may write the same file at once. */
export const partOf = (path: string): string => `${path}.${randomBytes(4).toString('hex')}${PARTE}`
