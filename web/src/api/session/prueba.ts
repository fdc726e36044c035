import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** The fields of a challenge that the work needs (ALTCHA protocol, version 2). Bytes are hex. */
export type Parametros = {
  algorithm: string
  nonce: string
  salt: string
  cost: number
  keyLength: number
  keyPrefix: string
}
export type Solucion = { counter: number; derivedKey: string }

/** Far beyond what the server asks for: the search must end if a challenge has no solution. */
const MAX_COUNTER = 100_000

/**
 * Counts up until the key derived from nonce and counter begins with the prefix. Without a secure context (the shop's
 * own network over http) there is no crypto.subtle, and the same is computed in JavaScript, some ten times slower.
 */
export async function solve(parametros: Parametros): Promise<Solucion> {
  const { algorithm, nonce, salt, keyPrefix } = parametros
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`Unknown challenge: ${algorithm}`)
  const nonceBytes = bytesOf(nonce)
  const password = new Uint8Array(nonceBytes.length + 4)
  password.set(nonceBytes)
  const counterBytes = new DataView(password.buffer, nonceBytes.length)
  for (let counter = 0; counter < MAX_COUNTER; counter++) {
    counterBytes.setUint32(0, counter)
    const derivedKey = hexOf(await derive(password, bytesOf(salt), parametros))
    if (derivedKey.startsWith(keyPrefix.toLowerCase())) return { counter, derivedKey }
  }
  throw new Error('The challenge has no solution')
}

type Bytes = Uint8Array<ArrayBuffer>

async function derive(password: Bytes, salt: Bytes, { cost, keyLength }: Parametros): Promise<Uint8Array> {
  // Absent, whatever the types say, where the context is not secure
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength })
  const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', salt, iterations: cost, hash: 'SHA-256' }
  return new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8))
}

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
