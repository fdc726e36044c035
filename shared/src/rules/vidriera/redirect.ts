import { accessOf, isRuta, type PageAddress } from './ruta.ts'

/** A login must not redirect to the logout. */
const LOGOUT = /^\/logout\/?$/

/**
 * Where to go after login: `redirect` if it is a page of our own route table (query and anchor allowed), else
 * null. Refused are '//host', '/\host', 'https:' and addresses with control characters, which browsers drop
 * and then read as another host.
 */
export function safeRedirect(redirect: string | null | undefined): PageAddress | null {
  if (!redirect?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(redirect)) return null
  const path = redirect.split(/[?#]/)[0] ?? ''
  const isMeant = isRuta(path) && accessOf(path) !== 'guests' && !LOGOUT.test(path)
  return isMeant ? (redirect as PageAddress) : null
}
