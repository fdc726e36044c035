import { isForeign } from '../base.ts'
import { rechazoIn } from '../rechazo.ts'
import { withTimeout } from '../timeout.ts'
import { withCsrf } from './csrf.ts'
import { bearerOf, clearAccess, storeAccess, storedAccess } from './token.ts'

/** All calls wait for a renewal: a loyalty server that hangs must not block them. */
const FOREIGN_MS = 10_000

let renewing: Promise<boolean> | null = null
let listener: (hadAccess: boolean) => void = () => {}

/**
 * Sets the listener for the end of this tab's session (the frame sets it, once). `hadAccess`: the request
 * that failed carried a token; without one it was a visitor's, whose refresh cookie is no longer valid.
 */
export function onSessionEnd(told: (hadAccess: boolean) => void): void {
  listener = told
}

/**
 * Sends with the stored access token; a 401 renews it and sends once more. However many calls get a 401 at
 * once, and however late, there is one renewal. If it fails, the session ends in this tab and the caller gets
 * the 401. A renewal that is answered after its session ended changes nothing.
 * @param base of the renewal: '' or the loyalty API's
 */
export async function withRenewal<R extends { status: number }>(
  base: string,
  send: (access: string) => Promise<R>,
): Promise<R> {
  const carried = storedAccess()
  const first = await send(carried)
  if (first.status !== 401) return first
  // The session was renewed, or ended, while this request was under way
  const isCurrent = storedAccess() === carried
  if (isCurrent && !(await renew(base))) return first
  const access = storedAccess()
  return access ? send(access) : first
}

/** One renewal at a time; false: there is no token. */
export function renew(base: string): Promise<boolean> {
  renewing ??= ask(base).finally(() => {
    renewing = null
  })
  return renewing
}

async function ask(base: string): Promise<boolean> {
  const access = storedAccess()
  let [isRefused, problem]: [boolean, unknown] = [false, null]
  // The session's cookie may not reach a loyalty API on another site: then our own server renews it
  for (const asked of new Set([base, isForeign(base) ? '' : base])) {
    let renewed: unknown = null
    try {
      const { status, text } = await askAt(asked, access)
      if (status === 200) renewed = accessIn(text)
      isRefused = true
      problem = status
    } catch (error) {
      problem = error
    }
    // Meanwhile the customer logged out, and perhaps another one logged in: this answer is about neither of them
    const now = storedAccess()
    if (now !== access) return now !== ''
    if (storeAccess(renewed)) return true
  }
  console.error('La sesión no se pudo renovar:', problem)
  clearAccess()
  if (access !== '' || isRefused) listener(access !== '')
  return false
}

const askAt = (base: string, access: string) =>
  withCsrf(base, (csrf) =>
    withTimeout(
      undefined,
      async (signal) => {
        const response = await fetch(`${base}/api/auth/refresh/`, {
          method: 'POST',
          credentials: 'include',
          headers: { ...bearerOf(access), ...csrf },
          signal,
        })
        // Read in any case: an unread answer keeps its connection busy
        const { status, headers } = response
        return { status, codigo: rechazoIn(headers), text: await response.text() }
      },
      isForeign(base) ? FOREIGN_MS : undefined,
    ),
  )

function accessIn(text: string): unknown {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'access' in body ? body.access : null
}
