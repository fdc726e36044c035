/**
 * Whether `typed` begins `word` with one typing error: another letter, one too many, one too few, or two
 * swapped.
 */
export function isNear(word: string, typed: string): boolean {
  let at = 0
  while (at < typed.length && word[at] === typed[at]) at++
  const rest = typed.slice(at + 1)
  return (
    at === typed.length ||
    (at < word.length && word.startsWith(rest, at + 1)) ||
    word.startsWith(rest, at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  )
}

/** The mail hosts that customers in Argentina use. */
const HOSTS = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.ar',
  'outlook.com',
  'outlook.com.ar',
  'yahoo.com.ar',
  'yahoo.com',
  'live.com.ar',
  'live.com',
  'icloud.com',
]
/** Real mail hosts that look like a typing error. */
const OTHERS = new Set(['ymail.com', 'mail.com', 'email.com', 'gmx.com'])

/** The mail host that was probably meant, where the one that was typed differs from it by one letter; else null. */
export function meantHost(email: string): string | null {
  const typed = email.trim().toLowerCase().split('@')[1] ?? ''
  if (HOSTS.includes(typed) || OTHERS.has(typed)) return null
  return HOSTS.find((host) => Math.abs(host.length - typed.length) <= 1 && isNear(host, typed)) ?? null
}
