import { COUNTER_OF_HTTP, createAltcha } from './altcha.ts'
import type { Captcha } from './port.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

/**
 * reCAPTCHA where its keys are set, else the embedded proof of work alone: a shorter one where customers come over
 * plain http.
 */
export function createCaptcha(
  secret: string,
  recaptcha: RecaptchaSettings | undefined,
  publicUrl: string,
  now: () => number = Date.now,
): Captcha {
  const embedded = createAltcha(secret, {
    now,
    ...(!publicUrl.startsWith('https:') && { counter: COUNTER_OF_HTTP }),
  })
  return recaptcha ? createRecaptcha(recaptcha, embedded, now) : embedded
}
