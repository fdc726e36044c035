import { createHash } from 'node:crypto'

/** Only this of a token is kept: a leaked table opens nothing. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
