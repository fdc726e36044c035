// Where Web Push may be sent: the server calls an address that a browser named, so only known push services
// are allowed.

/** The services of Chrome and browsers based on it, and of Firefox. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
/** The services of Safari and of Edge: any subdomain of these. */
const BELOW = ['.push.apple.com', '.notify.windows.com']

export const ENDPOINT_MAX = 1000
export const ENDPOINT_UNKNOWN = 'Ese servicio de avisos no es de un navegador que conozcamos.'
export const KEYS_WRONG = 'Las claves del navegador no son válidas. Recargá la página y probá de nuevo.'

/** `allowLoopback`: outside production a service on this machine may replace them, without TLS. */
export function isEndpoint(text: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const url = text.length <= ENDPOINT_MAX && URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password || url.hash) return false
  if (allowLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1') return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return HOSTS.includes(url.hostname) || BELOW.some((end) => url.hostname.endsWith(end))
}

const BASE64URL = /^[\w-]+={0,2}$/

/** Characters of base64url without padding for so many bytes. */
const charsOf = (bytes: number): number => Math.ceil((bytes * 4) / 3)

const isBytes = (text: string, bytes: number): boolean =>
  BASE64URL.test(text) && text.replaceAll('=', '').length === charsOf(bytes)

/** A point of P-256, uncompressed (its first byte is 4), and 16 random bytes. */
export const areKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean =>
  isBytes(p256dh, 65) && p256dh.startsWith('B') && isBytes(auth, 16)
