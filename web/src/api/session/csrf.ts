import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { createStore } from '../../ui/state/store.ts'
import { isForeign } from '../base.ts'
import { withTimeout } from '../timeout.ts'
import { bearerOf, storedAccess } from './token.ts'

let asked: Promise<string | null> | null = null

/** Whether this browser keeps no cookie of ours: then calls go out without a token. */
export const isWithoutCookies = createStore(false)

/**
 * Runs an unsafe call with the CSRF token of GET /get_token_local, asked for once per page. Without a token the call is
 * still sent: only the server decides which calls need one. A call that is refused for its token is sent once more with
 * a new one: of two tabs that start together, the second replaces the cookie of the first.
 * If a new token is refused too, the browser returns no cookies: from then on calls are sent without a token.
 * @param base where the call goes: another server is told no token of ours
 */
export async function withCsrf<R extends { codigo: Rechazo | null }>(
  base: string,
  send: (headers: Record<string, string>) => Promise<R>,
): Promise<R> {
  if (isForeign(base)) return send({})
  const token = isWithoutCookies.get() ? null : await csrfToken()
  const first = await send(headerOf(token))
  if (first.codigo !== 'pagina_vieja') return first
  // Calls that are refused together share one new token: if each asked for its own, only the last token would match the
  // cookie
  const before = asked
  if ((token === null || (await before) === token) && asked === before) asked = null
  const fresh = await csrfToken()
  if (!fresh || fresh === token) return first
  const second = await send(headerOf(fresh))
  const isLost = second.codigo === 'pagina_vieja'
  isWithoutCookies.set(isLost)
  return isLost && token ? send({}) : second
}

const headerOf = (token: string | null): Record<string, string> => (token ? { 'X-CSRFToken': token } : {})

function csrfToken(): Promise<string | null> {
  if (asked) return asked
  const own = fetchToken()
  asked = own
  // If this fails, the next call asks for the token again, unless another request for it is under way
  void own.then((token) => {
    if (token === null && asked === own) asked = null
  })
  return own
}

async function fetchToken(): Promise<string | null> {
  try {
    const response = await withTimeout(undefined, async (signal) => {
      const headers = bearerOf(storedAccess())
      const answer = await fetch('/get_token_local', { credentials: 'include', headers, signal })
      await answer.text() // left unread it would keep its connection busy
      return answer
    })
    const token = response.ok ? response.headers.get('X-CSRFToken') : null
    if (token) return token
  } catch {
    // no network: the call itself will fail too
  }
  return null
}
