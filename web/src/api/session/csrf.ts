import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { createStore } from '../../ui/state/store.ts'
import { isForeign } from '../base.ts'
import { withTimeout } from '../timeout.ts'
import { bearerOf, storedAccess } from './token.ts'

let asked: Promise<string | null> | null = null

/** Whether this browser keeps no cookie of ours: then calls go out without a token. */
export const isWithoutCookies = createStore(false)

/**
 * Runs an unsafe call with the CSRF token of GET /get_token_local, asked for once per page. Without
 * one the call still goes out: what needs it is refused by the server, which alone decides. A call that is
 * refused for its token is sent once more if the token changed meanwhile: of two tabs that start together, the cookie
 * is the last one's.
 * Where a new token is refused too, its cookie does not come back: the call goes out without one.
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
  // One new token for calls that are refused together: without the cookie each would get another, and the last one's
  // counts
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
  // Without a token the next call fetches it again, unless another one is on its way already
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
