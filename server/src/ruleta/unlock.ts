// The cookie that unlocks the wheel: it names the mailbox that asked, and nobody but us can write one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOptions } from '../core/cookies.ts'
import type { Deps } from '../core/deps.ts'
import { installationSecret } from '../core/secret.ts'
import { isMac, mac } from '../core/sign.ts'

const COOKIE = 'ruleta'
/** Longer than anybody stands before the wheel; short enough for a computer that others use. */
const LIVES_MS = 12 * 3600_000

export function createUnlock({ dataDir, now }: Pick<Deps, 'dataDir' | 'now'>) {
  const key = installationSecret(dataDir, 'ruleta')
  // Strict: a link on another site never turns the wheel for whoever follows it
  const options = (request: FastifyRequest) =>
    ({ ...cookieOptions(request), path: '/api/ruleta', sameSite: 'strict' }) as const

  return {
    /** `correo` normalised. */
    give(request: FastifyRequest, reply: FastifyReply, correo: string): void {
      const content = `${Buffer.from(correo).toString('base64url')}.${now().getTime() + LIVES_MS}`
      const value = `${content}.${mac(key, content)}`
      reply.setCookie(COOKIE, value, { ...options(request), maxAge: LIVES_MS / 1000 })
    },
    /** The mailbox; null without a cookie of ours that is still good. */
    read(request: FastifyRequest): string | null {
      const [correo, ends, signature, ...rest] = (request.cookies[COOKIE] ?? '').split('.')
      if (!correo || !ends || !signature || rest.length > 0) return null
      if (!isMac(key, `${correo}.${ends}`, signature) || Number(ends) <= now().getTime()) return null
      return Buffer.from(correo, 'base64url').toString('utf8')
    },
  }
}
