import { isRuta } from './ruta.ts'
import { isGuestOnly } from './ruta-acceso.ts'

/**
 * Where to go after login: `redirect` if it is a page of our own route table (query and anchor allowed), else
 * `fallback`. '//host', '/\host', 'https:' and addresses with control characters, which browsers drop and then read
 * as another host, are not.
 */
export function safeRedirect(redirect: string | null | undefined, fallback = '/perfil'): string {
  if (!redirect?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(redirect)) return fallback
  const path = redirect.split(/[?#]/)[0] ?? ''
  return isRuta(path) && !isGuestOnly(path) ? redirect : fallback
}
