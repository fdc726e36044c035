import { COUNTER_OF_HTTP, createAltcha } from './altcha.ts'
import type { Captcha } from './port.ts'
import { createRecaptcha } from './recaptcha.ts'

type Settings = {
  /** Of the shop, as reCAPTCHA knows it. */
  publicUrl: string
  recaptchaVerifyUrl: string
  recaptcha: { siteKey: string; secret: string } | undefined
}

/**
 * reCAPTCHA where its keys are set, else the embedded proof of work alone: a shorter one where customers come over
 * plain http.
 */
export function createCaptcha(
  secret: string,
  { publicUrl, recaptcha, recaptchaVerifyUrl }: Settings,
  now: () => number = Date.now,
): Captcha {
  const embedded = createAltcha(secret, {
    now,
    ...(!publicUrl.startsWith('https:') && { counter: COUNTER_OF_HTTP }),
  })
  if (!recaptcha) return embedded
  const site = { verifyUrl: recaptchaVerifyUrl, hostname: new URL(publicUrl).hostname }
  return createRecaptcha({ ...recaptcha, ...site }, embedded, now)
}
