import { isRuta } from '@imprimitodo/shared/rules/ruta'

/**
 * `page`: the network, and without one the kept shell. `file`: what never changes under its name, from the cache.
 * `hands-off`: as if there were no worker. That is all the rest: calls, prices, sessions, PDF, pictures, the counter.
 */
export type Way = 'page' | 'file' | 'hands-off'

export function wayOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Way {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return 'hands-off'
  if (mode === 'navigate') return isRuta(pathname) ? 'page' : 'hands-off'
  return /^\/assets\/[^/]+$/.test(pathname) ? 'file' : 'hands-off'
}
