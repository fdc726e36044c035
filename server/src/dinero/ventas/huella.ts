// The hash of a sale's data: with a known key, the same hash repeats the sale and another one is refused.
import { createHash } from 'node:crypto'

export const OTRA_VENTA = 'Esa venta ya se cargó con otros datos. Empezá una nueva.'

/** The hash of the call as JSON; the order of keys counts. */
export const huellaOf = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')
