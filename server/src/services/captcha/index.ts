import { createAltcha } from './altcha.ts'
import type { Captcha } from './port.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

/** reCAPTCHA where its keys are set, else the embedded proof of work alone. */
export function createCaptcha(secret: string, recaptcha: RecaptchaSettings | undefined): Captcha {
  const embedded = createAltcha(secret)
  return recaptcha ? createRecaptcha(recaptcha, embedded) : embedded
}
