// What a key of a sale stands for: sent again it is the same sale, with other data it is another one.
import { createHash } from 'node:crypto'

export const OTRA_VENTA = 'Esa venta ya se cargó con otros datos. Empezá una nueva.'

/** Of what was asked for, as JSON says it: its order counts. */
export const huellaDe = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')
