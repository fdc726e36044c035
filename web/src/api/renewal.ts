import { bearerOf, clearAccess, storeAccess, storedAccess } from './access.ts'
import { isForeign } from './base.ts'
import { withCsrf } from './csrf.ts'
import { withTimeout } from './timeout.ts'

/** All calls wait for a renewal: another server that hangs must not hold them. */
const FOREIGN_MS = 10_000

let renewing: Promise<boolean> | null = null
let listener: (hadAccess: boolean) => void = () => {}

/**
 * Who is told that the session of this tab ended by itself: the frame, once. `hadAccess`: the request that noticed
 * carried a token; without one it was a visitor's, whose cookie is worth nothing any more.
 */
export function onSessionEnd(told: (hadAccess: boolean) => void): void {
  listener = told
}

/**
 * Sends with the stored access token; a 401 renews it and sends once more. However many get a 401 at
 * once, and however late, there is one renewal. Where it fails the session is over here and the caller gets the 401.
 * @param base of the renewal: '' or the loyalty API's
 */
export async function withRenewal<R extends { status: number }>(
  base: string,
  send: (access: string) => Promise<R>,
): Promise<R> {
  const carried = storedAccess()
  const first = await send(carried)
  if (first.status !== 401) return first
  // Renewed, or ended, while this one was on its way
  const isCurrent = storedAccess() === carried
  if (isCurrent && !(await renew(base))) return first
  const access = storedAccess()
  return access ? send(access) : first
}

/** One renewal at a time; false if it failed. */
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
    try {
      const { status, text } = await askAt(asked, access)
      if (status === 200 && storeAccess(accessIn(text))) return true
      isRefused = true
      problem = status
    } catch (error) {
      problem = error
    }
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
        // Read whatever it says: an answer left unread keeps its connection busy
        return { status: response.status, text: await response.text() }
      },
      isForeign(base) ? FOREIGN_MS : undefined,
    ),
  )

function accessIn(text: string): unknown {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'access' in body ? body.access : null
}
