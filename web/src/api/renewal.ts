import { clearAccess, storeAccess, storedAccess } from './access.ts'
import { withCsrf } from './csrf.ts'
import { withTimeout } from './timeout.ts'

/** How a session of this tab ended by itself. `lejos`: the server could not be asked, and a customer was logged in. */
export type Final = 'vencida' | 'lejos'

let renewing: Promise<boolean> | null = null
let listener: (how: Final) => void = () => {}

/** Who is told that the session ended: the frame, once. */
export function onSessionEnd(told: (how: Final) => void): void {
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
  const hadAccess = storedAccess() !== ''
  try {
    const { status, text } = await withCsrf((csrf) =>
      withTimeout(undefined, async (signal) => {
        const response = await fetch(`${base}/api/auth/refresh/`, {
          method: 'POST',
          credentials: 'include',
          headers: csrf,
          signal,
        })
        // Read whatever it says: an answer left unread keeps its connection busy
        return { status: response.status, text: await response.text() }
      }),
    )
    if (status === 200 && storeAccess(accessIn(text))) return true
    clearAccess()
    listener('vencida')
  } catch (error) {
    clearAccess()
    console.error('La sesión no se pudo renovar:', error)
    // A visitor without a session stays where they are
    if (hadAccess) listener('lejos')
  }
  return false
}

function accessIn(text: string): unknown {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'access' in body ? body.access : null
}
