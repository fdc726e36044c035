/** Session storage key of the access token (spec section 3). */
const ACCESS_KEY = 'access'

let csrf: Promise<string | null> | null = null

/**
 * The headers that identify the caller: the bearer when one is stored and, on unsafe calls, the CSRF token of
 * GET /get_token_local (spec section 7), asked for once. Without either the call still goes out: what needs them
 * is refused by the server, which alone decides. `bearer` is another session's token, instead of the stored one.
 */
export async function headersFor(method: string, bearer?: string): Promise<Record<string, string>> {
  const access = bearer ?? sessionStorage.getItem(ACCESS_KEY)
  const headers: Record<string, string> = access ? { Authorization: `Bearer ${access}` } : {}
  if (method === 'GET' || method === 'HEAD') return headers
  csrf ??= fetchCsrfToken()
  const token = await csrf
  if (token) headers['X-CSRFToken'] = token
  return headers
}

async function fetchCsrfToken(): Promise<string | null> {
  try {
    const response = await fetch('/get_token_local', { credentials: 'include' })
    return response.ok ? response.headers.get('X-CSRFToken') : null
  } catch {
    csrf = null // no network: the next call asks again
    return null
  }
}
