import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { mac } from '../../secrets/sign.ts'
import type { Captcha } from './port.ts'

export const PREFIX = 'altcha.'

/**
 * PBKDF2/SHA-256 with 2,000 rounds, 300 to 600 times: about 0.2 s of one core for the visitor (1.3 s on a phone six
 * times slower), 1 ms for us. Over plain http browsers have no `crypto.subtle` and need some ten times as long for each.
 */
const COST = 2000
const COUNTER = { min: 300, max: 600 }
export const COUNTER_OF_HTTP = { min: 40, max: 80 }
const LIFETIME_MS = 2 * 60_000

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      /** `hasta`: our own expiry, ms UTC; the protocol library would compare with this machine's clock. */
      data: z.strictObject({ action: z.string(), hasta: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/**
 * Embedded default: a proof of work of the ALTCHA protocol (version 2), signed by us and stored nowhere. It
 * costs a visitor a moment and a robot the same moment each time. `secret` must be the same in every process.
 */
export function createAltcha(
  secret: string,
  { counter = COUNTER, now = Date.now }: { counter?: typeof COUNTER; now?: () => number } = {},
): Captcha {
  const secrets = {
    hmacSignatureSecret: mac(secret, 'challenge'),
    hmacKeySignatureSecret: mac(secret, 'key'),
  }
  return {
    siteKey: null,
    challenge: (action) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(counter.min, counter.max + 1),
        deriveKey,
        data: { action, hasta: now() + LIFETIME_MS },
        ...secrets,
      }),
    async verify(token, action) {
      const payload = token.startsWith(PREFIX) ? decode(token.slice(PREFIX.length)) : null
      const { action: asked, hasta } = payload?.challenge.parameters.data ?? {}
      if (!payload || !hasta || asked !== action || now() > hasta) return null
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets })
      return verified ? `altcha:${payload.challenge.parameters.nonce}` : null
    },
    probe: async () => ({ ok: true, detail: 'La prueba de trabajo es nuestra: funciona sin nadie más.' }),
  }
}

function decode(base64: string): z.output<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')))
  } catch {
    return null // a client may send anything: treated as a wrong solution
  }
}
