// Codes of the phone by RFC 6238: HMAC-SHA-1, 30 s, 6 digits, which every authenticator app supports.
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** A phone's clock may be one step off (RFC 6238, 5.2). */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `bytes`: 20 make 32 letters, without padding. */
export function base32Of(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function base32Bytes(base32: string): Buffer {
  const bits = [...base32].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** Six digits of a step (RFC 4226, 5.3). */
export function totpOf(secreto: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', base32Bytes(secreto)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code was typed; null if it is no code of a near step. */
export function totpStep(secreto: string, typed: string, now: Date): number | null {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepOf(now) - DRIFT + index)
  return (
    steps.find((step) => timingSafeEqual(Buffer.from(totpOf(secreto, step)), Buffer.from(digits))) ?? null
  )
}

/**
 * The QR's text for the app, which lists the code under the shop's name: a colon in the name would end it.
 */
export function totpUri(secreto: string, email: string, tienda: string): string {
  const issuer = encodeURIComponent(tienda.replaceAll(':', ' '))
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secreto}&issuer=${issuer}`
}
