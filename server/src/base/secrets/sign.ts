import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for a client, 256 bits. Only its `hashToken` is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** For tokens of 256 random bits, which need no slow hash, as they cannot be guessed. Hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const mac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** In constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const isMac = (key: string, text: string, given: string): boolean =>
  isSameSecret(mac(key, text), given)
