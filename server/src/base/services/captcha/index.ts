import { COUNTER_OF_HTTP, createAltcha } from './altcha.ts'
import type { Captcha } from './port.ts'
import { createRecaptcha } from './recaptcha.ts'

type Settings = {
  /** The shop's address, as reCAPTCHA knows it. */
  publicUrl: string
  recaptchaVerifyUrl: string
  recaptcha: { siteKey: string; secret: string } | undefined
}

/**
 * reCAPTCHA if its keys are set, otherwise only the embedded proof of work: a shorter one if customers come
 * over plain http.
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
