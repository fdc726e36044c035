import * as z from 'zod'
import { limitedText } from '../../http/answer.ts'
import { readJson } from '../../http/json.ts'
import { hashToken } from '../../secrets/sign.ts'
import { PREFIX } from './altcha.ts'
import { type Captcha, CaptchaDown } from './port.ts'

export type RecaptchaSettings = { siteKey: string; secret: string; verifyUrl: string; hostname: string }

/** Google's own suggestion to start with; a token lives two minutes. */
const MIN_SCORE = 0.5
const MAX_AGE_MS = 2 * 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  challenge_ts: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/**
 * reCAPTCHA v3 (https://developers.google.com/recaptcha/docs/v3). `success` only says that the token is
 * genuine: action, host, age and score are ours to check. Proofs of work are still accepted, in case Google
 * cannot be reached.
 */
export function createRecaptcha(
  settings: RecaptchaSettings,
  embedded: Captcha,
  now: () => number = Date.now,
): Captcha {
  return {
    siteKey: settings.siteKey,
    challenge: embedded.challenge,
    async verify(token, action) {
      if (token.startsWith(PREFIX)) return embedded.verify(token, action)
      const verdict = await ask(settings, token)
      // Our key is wrong, not the visitor's token: no visitor would ever pass, so the owner must notice
      if (verdict['error-codes']?.some((code) => code.endsWith('-input-secret')))
        throw new CaptchaDown('reCAPTCHA does not know our secret')
      const age = now() - Date.parse(verdict.challenge_ts ?? '')
      const isFine =
        verdict.success &&
        verdict.action === action &&
        verdict.hostname === settings.hostname &&
        age <= MAX_AGE_MS &&
        (verdict.score ?? 0) >= MIN_SCORE
      return isFine ? `recaptcha:${hashToken(token)}` : null
    },
    // An invalid token: the kind of error tells whether our secret is right
    async probe() {
      try {
        const codes = (await ask(settings, 'probar'))['error-codes'] ?? []
        if (codes.some((code) => code.endsWith('-input-secret')))
          return {
            ok: false,
            detail: 'reCAPTCHA no conoce la clave secreta: copiala de nuevo de google.com/recaptcha/admin.',
          }
        return { ok: true, detail: 'reCAPTCHA responde y conoce nuestra clave.' }
      } catch {
        return {
          ok: false,
          detail: 'reCAPTCHA no responde: mientras tanto vale la prueba de trabajo propia.',
        }
      }
    },
  }
}

async function ask(
  { verifyUrl, secret }: RecaptchaSettings,
  token: string,
): Promise<z.output<typeof Verdict>> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Verdict.parse(readJson(await limitedText(response, MAX_BYTES)))
  } catch (error) {
    throw new CaptchaDown('reCAPTCHA did not answer', { cause: error })
  }
}
