// A customer looked for by name at the counter.

/** The most accounts shown: one more word narrows the search. */
export const MAX_HALLADOS = 8
/** The shortest text that is looked for: fewer letters match too many names. */
const MIN_LETRAS = 3
const MAX_PALABRAS = 6

/** Signs that phones and keyboards write for an apostrophe: '’' is that of an iPhone. A search takes them for one. */
export const APOSTROFES = '’‘´`'

/** Words without accents, in lower case, to compare names by. [] where the text is too short, or no name. */
export function palabrasOf(texto: string): string[] {
  const straight = [...texto].map((sign) => (APOSTROFES.includes(sign) ? "'" : sign)).join('')
  const plain = straight.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const palabras = plain.split(/\s+/).filter(Boolean)
  const letras = palabras.reduce((sum, palabra) => sum + palabra.length, 0)
  const isName = /^[\p{L}\s.'-]+$/u.test(plain)
  return isName && letras >= MIN_LETRAS && palabras.length <= MAX_PALABRAS ? palabras : []
}
