// The cookie that unlocks the wheel: it names the mailbox and the browser that asked, and only this server
// can sign it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../base/http/cookies.ts'
import { rememberBrowser } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { isMac, mac } from '../../base/secrets/sign.ts'
import type { Girador } from './store.ts'

/** Long enough for a visit to the wheel; short enough for a shared computer. */
const LIVES_MS = 12 * 3600_000
const HASH_CHARS = 16

export function createUnlock({ dataDir, now }: Pick<Deps, 'dataDir' | 'now'>) {
  const key = installationSecret(dataDir, 'ruleta')

  return {
    /** @returns the player who may turn the wheel now */
    give(request: FastifyRequest, reply: FastifyReply, correo: string): Girador {
      const navegador = mac(key, rememberBrowser(request, reply)).slice(0, HASH_CHARS)
      const content = `${Buffer.from(correo).toString('base64url')}.${navegador}.${now().getTime() + LIVES_MS}`
      const value = `${content}.${mac(key, content)}`
      // Strict: a link on another site never turns the wheel
      setCookie(request, reply, 'ruleta', value, { maxAge: LIVES_MS / 1000, sameSite: 'strict' })
      return { correo, navegador }
    },
    /** Null without a valid cookie of ours. */
    read(request: FastifyRequest): Girador | null {
      const [correo, navegador, ends, signature, ...rest] = (readCookie(request, 'ruleta') ?? '').split('.')
      if (!correo || !navegador || !ends || !signature || rest.length > 0) return null
      if (!isMac(key, `${correo}.${navegador}.${ends}`, signature) || Number(ends) <= now().getTime())
        return null
      return { correo: Buffer.from(correo, 'base64url').toString('utf8'), navegador }
    },
  }
}
