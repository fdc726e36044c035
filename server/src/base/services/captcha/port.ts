import type { CaptchaDesafio } from '@imprimitodo/shared/api/auth'
import type { Probe } from '../probe.ts'

/** The check could not be made now: an outage, or our own wrong keys. Never a reason to let a visitor through. */
export class CaptchaDown extends Error {}

export type Captcha = {
  /** reCAPTCHA's key for the page; null where the embedded proof of work is the only check. */
  siteKey: string | null
  /** The embedded check, always available: it also replaces the other one while that is down. */
  challenge(action: string): Promise<CaptchaDesafio>
  /**
   * An id of a genuine proof for `action`, the same each time the same proof comes: the caller remembers it
   * and refuses it the second time. Null for anything else. @throws CaptchaDown
   */
  verify(token: string, action: string): Promise<string | null>
  /** Whether the check can be made. Never throws. */
  probe(): Promise<Probe>
}
