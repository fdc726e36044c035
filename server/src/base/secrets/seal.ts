// Secrets that must be read again are stored sealed, so that a copy of the database alone does not reveal
// them.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The prefix of a sealed text; a later method gets another prefix. */
const VERSION = 'v1.'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export const isSealed = (text: string): boolean => text.startsWith(VERSION)

/**
 * AES-256-GCM (NIST SP 800-38D).
 * @param key 256 bits in base64url, as `installationSecret` makes them
 * @param about names the place where it is stored: copied to another place, it does not open
 */
export function seal(key: string, about: string, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64url'), iv)
  cipher.setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Null if the key or the place is another one, or a bit was changed. */
export function unseal(key: string, about: string, sealed: string): string | null {
  if (!isSealed(sealed)) return null
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
