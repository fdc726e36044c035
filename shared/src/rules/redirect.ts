import { type Address, accessOf, isRuta } from './ruta.ts'

/**
 * Where to go after login: `redirect` if it is a page of our own route table (query and anchor allowed), else null.
 * '//host', '/\host', 'https:' and addresses with control characters, which browsers drop and then read as another
 * host, are not.
 */
export function safeRedirect(redirect: string | null | undefined): Address | null {
  if (!redirect?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(redirect)) return null
  const path = redirect.split(/[?#]/)[0] ?? ''
  return isRuta(path) && accessOf(path) !== 'guests' ? (redirect as Address) : null
}
