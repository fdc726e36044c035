import { EMAIL_MAX } from './contacto.ts'

type Host = {
  /** The canonical host: all its names are counted under this one. */
  host: string
  /** Characters of the local part that the host ignores. */
  ignored?: string
  /** A character besides '+' that begins a tag there. */
  tag?: string
}

const GMAIL: Host = { host: 'gmail.com', ignored: '.' }
const PROTON: Host = { host: 'proton.me', ignored: '.-_' }
const ICLOUD: Host = { host: 'icloud.com' }
const YANDEX: Host = { host: 'yandex.com', ignored: '.-' }
const HOSTS: Record<string, Host> = {
  'gmail.com': GMAIL,
  'googlemail.com': GMAIL,
  'proton.me': PROTON,
  'protonmail.com': PROTON,
  'protonmail.ch': PROTON,
  'pm.me': PROTON,
  'icloud.com': ICLOUD,
  'me.com': ICLOUD,
  'mac.com': ICLOUD,
  'yandex.com': YANDEX,
  'yandex.ru': YANDEX,
  'ya.ru': YANDEX,
}
/** Yahoo's disposable addresses: 'nickname-keyword'. */
const YAHOO = /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/
const FASTMAIL = '.fastmail.com'

/**
 * One spelling for all the ways of writing one mailbox: without case, tags, what its host ignores, other
 * names of the host, and letters that only look different. For counting and comparing; mail is sent to the
 * address as typed.
 */
export function normaliseCorreo(typed: string): string {
  // Longer than any mailbox; to compose its letters may cost the square of its length
  if (typed.trim().length > EMAIL_MAX) return typed
  const text = plainText(typed)
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const [local, typedHost] = [text.slice(0, at), plainHost(text.slice(at + 1))]
  if (typedHost.endsWith(FASTMAIL)) return `${typedHost.slice(0, -FASTMAIL.length)}@fastmail.com` // anything@name
  const { host, ignored = '', tag = '+' } = HOSTS[typedHost] ?? hostOf(typedHost)
  const box = beforeTag(local, `+${tag}`)
  const bare = [...box].filter((letter) => !ignored.includes(letter)).join('')
  return `${bare || box}@${host}`
}

const hostOf = (host: string): Host => (YAHOO.test(host) ? { host, tag: '-' } : { host })

/**
 * Full-width and half-width letters count as the plain ones, and invisible letters do not count (NFKC;
 * Unicode, UAX 31).
 */
const plainText = (typed: string): string =>
  typed
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()

/** The host as a mail server looks it up: in ASCII, without a dot at the end. */
function plainHost(typed: string): string {
  const url = `http://${typed}`
  let host = URL.canParse(url) ? new URL(url).hostname : typed
  while (host.endsWith('.')) host = host.slice(0, -1)
  return host
}

/** A name that begins with a tag's sign is kept whole. */
function beforeTag(local: string, signs: string): string {
  const end = [...local].findIndex((letter, index) => index > 0 && signs.includes(letter))
  return end < 0 ? local : [...local].slice(0, end).join('')
}
