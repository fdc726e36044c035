import { COMPARTIR, isRuta } from '@imprimitodo/shared/rules/vidriera/ruta'

/**
 * `page`: the network, and without one the kept shell. `file`: what never changes under its name, from the cache.
 * `share`: files that another app shares with the installed one (manifest.webmanifest); they never leave this device.
 * `hands-off`: as if there were no worker. That is all the rest: calls, prices, sessions, PDF, pictures, the counter.
 */
export type FetchWay = 'page' | 'file' | 'share' | 'hands-off'

type Asked = Pick<Request, 'method' | 'mode' | 'url' | 'referrer'>

export function wayOf({ method, mode, url, referrer }: Asked, origin: string): FetchWay {
  const { origin: asked, pathname } = new URL(url)
  // Forms of other sites are refused: a share has no referring page
  const isOwn = !/^https?:/.test(referrer) || new URL(referrer).origin === origin
  if (method === 'POST' && asked === origin && pathname === COMPARTIR && mode === 'navigate' && isOwn)
    return 'share'
  if (method !== 'GET' || asked !== origin) return 'hands-off'
  if (mode === 'navigate') return isRuta(pathname) ? 'page' : 'hands-off'
  return /^\/assets\/[^/]+$/.test(pathname) ? 'file' : 'hands-off'
}
