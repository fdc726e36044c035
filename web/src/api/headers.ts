import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { withCsrf } from './session/csrf.ts'
import { withRenewal } from './session/renewal.ts'
import { bearerOf } from './session/token.ts'

type Headers = Record<string, string>

/**
 * Sends a request with the caller's credentials: the bearer, renewed once after a 401, and on unsafe calls
 * the CSRF token. `token` is another session's bearer, used instead of the stored one and never renewed.
 * `base` as in session/renewal.ts.
 */
export function authorised<R extends { status: number; codigo: Rechazo | null }>(
  method: string,
  { base = '', token }: { base?: string; token?: string },
  send: (headers: Headers) => Promise<R>,
): Promise<R> {
  const sendAs = (access: string) =>
    method === 'GET'
      ? send(bearerOf(access))
      : withCsrf(base, (csrf) => send({ ...bearerOf(access), ...csrf }))
  return token === undefined ? withRenewal(base, sendAs) : sendAs(token)
}
