// The anti-bot check before a login: a valid proof gives a cookie that allows one attempt.
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropCookie, readCookie, setCookie } from '../../base/http/cookies.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { isMac, mac } from '../../base/secrets/sign.ts'
import { CaptchaDown } from '../../base/services/captcha/port.ts'
import { spendCaptcha } from './store.ts'

const COOKIE_MS = 5 * 60_000
/** A proof is good for two minutes; it is remembered for longer. */
const REMEMBERED_MS = 30 * 60_000

type Own = Pick<Deps, 'db' | 'now' | 'log' | 'dataDir' | 'captcha'>
export type Checks = ReturnType<typeof createChecks>

export function createChecks({ db, now, log, dataDir, captcha }: Own) {
  const key = installationSecret(dataDir, 'cap')
  const later = (ms: number) => new Date(now().getTime() + ms)

  return {
    /** @throws 400 for a proof that is not genuine or was used before, 502 when it cannot be checked */
    async control(
      request: FastifyRequest,
      reply: FastifyReply,
      token: string,
      action: string,
    ): Promise<void> {
      const id = await captcha.verify(token, action).catch((error) => {
        if (!(error instanceof CaptchaDown)) throw error
        log.warn({ err: error }, 'captcha')
        throw refuse(502, 'No pudimos hacer la verificación. Probá de nuevo en unos segundos.', 'captcha')
      })
      if (!id || !(await spendCaptcha(db, id, later(REMEMBERED_MS))))
        throw refuse(400, 'No pudimos verificar que seas una persona. Probá de nuevo.', 'captcha')
      const content = `${action}.${later(COOKIE_MS).getTime()}.${randomUUID()}`
      setCookie(request, reply, 'cap', `${content}.${mac(key, content)}`, { maxAge: COOKIE_MS / 1000 })
    },

    /** Whether the caller passed the check for `action`. Uses the pass up, in every process. */
    async consume(request: FastifyRequest, reply: FastifyReply, action: string): Promise<boolean> {
      const [named, ends, nonce, signature, ...rest] = (readCookie(request, 'cap') ?? '').split('.')
      if (named !== action || !ends || !nonce || !signature || rest.length > 0) return false
      if (!isMac(key, `${named}.${ends}.${nonce}`, signature)) return false
      dropCookie(request, reply, 'cap')
      if (Number(ends) <= now().getTime()) return false
      return spendCaptcha(db, `cap:${nonce}`, later(REMEMBERED_MS))
    },
  }
}
