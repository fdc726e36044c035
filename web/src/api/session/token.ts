/** Session storage key of the access token. */
const ACCESS_KEY = 'access'

/** The token where session storage is forbidden: it lasts as long as the page. */
let inMemory = ''

/** The access token of this tab's session, '' without one. */
export function storedAccess(): string {
  try {
    return sessionStorage.getItem(ACCESS_KEY) ?? ''
  } catch {
    return inMemory
  }
}

/** The header of a session's calls; none without a session. */
export const bearerOf = (access: string): Record<string, string> =>
  access ? { Authorization: `Bearer ${access}` } : {}

/** Stores it only if it is a non-empty string: any other value of an answer is no token. */
export function storeAccess(access: unknown): boolean {
  if (typeof access !== 'string' || access === '') return false
  inMemory = access
  try {
    sessionStorage.setItem(ACCESS_KEY, access)
  } catch {
    // storage is forbidden: `inMemory` has it
  }
  return true
}

/** Forgets the session in this browser. The server ends it too: the cookie is HttpOnly, and the page cannot see it. */
export function clearAccess(): void {
  inMemory = ''
  try {
    sessionStorage.removeItem(ACCESS_KEY)
  } catch {
    // forbidden: nothing was kept there
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is too new for the phones we serve
  document.cookie = 'refresh=; path=/; max-age=0'
}
