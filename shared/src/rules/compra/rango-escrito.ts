import { partial, RANGO_UNREADABLE, rangoPaginasProblem, readRango } from './paginas.ts'

// A range of pages as people type it: '1-10, 15', '1 a 10 y 15', 'pág. 3', 'desde la 20', '20 en adelante'.

const WORDS = /\d+|\p{L}+|[^\s\d\p{L}]/gu

const meaning = new Map([
  ...[...'-‐‑‒–—−'].map((dash) => [dash, '-'] as const),
  ...['a', 'al', 'hasta'].map((word) => [word, '-'] as const),
  ...[',', ';', '+', '&', 'y', 'e'].map((word) => [word, ','] as const),
  ...['pagina', 'paginas', 'pag', 'pags', 'p', 'hoja', 'hojas', 'de', 'del', 'la', 'las', 'el', 'en'].map(
    (word) => [word, ''] as const,
  ),
  ...['final', 'fin', 'ultima', 'adelante'].map((word) => [word, 'end'] as const),
  ['desde', 'from'] as const,
])

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Translates words to the signs of `readRango`; null where a word is unknown. */
function signsOf(text: string): string | null {
  let signs = ''
  let isFrom = false
  let isAbbreviated = false // the dot of 'pág.'
  const closeFrom = () => {
    if (isFrom && /\d$/.test(signs)) signs += '-'
    isFrom = false
  }
  for (const word of text.match(WORDS) ?? []) {
    if (/^\d/.test(word)) {
      signs += /\d$/.test(signs) ? `,${word}` : word
    } else {
      const sign = meaning.get(plain(word))
      if (sign === undefined && !(word === '.' && isAbbreviated)) return null
      if (sign === ',') {
        closeFrom()
        signs += ','
      } else if (sign === '-') {
        isFrom = false
        signs += '-'
      } else if (sign === 'end' && !signs.endsWith('-')) signs += '-'
      else if (sign === 'from') isFrom = true
    }
    isAbbreviated = /^p/i.test(word)
  }
  closeFrom()
  return signs
}

/** Removes stray commas, as there are while it is typed; 'hasta la 5' begins at the first page. */
function tidy(signs: string): string {
  return signs
    .split(',')
    .filter((part) => part !== '')
    .map((part) => (/^-\d/.test(part) ? `1${part}` : part))
    .join(',')
}

const NOT_UNDERSTOOD = 'No entendemos qué páginas son. Escribilas así: 1-10, 15.'

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/**
 * The pages that a customer means. `paginas`: of the file; null while unknown: then no page is too high.
 * @returns `rango` as `readRango` writes it, null where it names every page; or `problem`, a Spanish sentence
 */
export function rangoEscrito(
  text: string,
  paginas: number | null,
): { rango: string | null } | { problem: string } {
  if (plain(text.trim()) === 'todas') return { rango: null }
  const signs = signsOf(text)
  const list = signs === null ? '?' : tidy(signs)
  if (list === '') return { problem: 'Escribí qué páginas: por ejemplo 1-10, 15.' }
  if (/(?:^|[,-])0+(?:[,-]|$)/.test(list)) return { problem: 'La primera página es la 1.' }
  const read = readRango(list)
  if ('problem' in read)
    return { problem: read.problem === RANGO_UNREADABLE ? NOT_UNDERSTOOD : sentence(read.problem) }
  if (paginas === null) return read
  const beyond = rangoPaginasProblem(read.rango, paginas)
  if (beyond) return { problem: sentence(`el archivo ${beyond}`) }
  return { rango: partial({ paginas, rango: read.rango }) }
}

/** The text of the field: '1-10, 15, 20-'. */
export const rangoLegible = (rango: string | null): string => rango?.replaceAll(',', ', ') ?? ''
