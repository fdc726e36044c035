/**
 * Reads the objects of a PDF that qpdf has just written: one space between tokens, no comments, references as
 * 'N G R'. Values stay text in PDF syntax, so that they can be written into another object as they are.
 * Bytes travel as latin1 characters.
 */
export type Dictionary = Map<string, string>

/** @returns the dictionary that begins at `at` and where it ends; undefined if the text is cut before its end */
export function readDictionary(
  text: string,
  at: number,
): { dictionary: Dictionary; end: number } | undefined {
  const dictionary: Dictionary = new Map()
  let place = skipSpace(text, at + 2)
  while (!text.startsWith('>>', place)) {
    const keyEnd = endOfValue(text, place)
    const valueStart = skipSpace(text, keyEnd)
    const valueEnd = endOfValue(text, valueStart)
    if (valueEnd >= text.length) return undefined
    dictionary.set(text.slice(place, keyEnd), text.slice(valueStart, valueEnd))
    place = skipSpace(text, valueEnd)
  }
  return { dictionary, end: place + 2 }
}

export function writeDictionary(dictionary: Dictionary): string {
  return `<< ${[...dictionary].map(([key, value]) => `${key} ${value}`).join(' ')} >>`
}

/** The object number of '12 0 R'; undefined for anything else. */
export function referenceIn(value: string | undefined): number | undefined {
  const number = /^(\d+) \d+ R$/.exec(value ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

export function referencesIn(array: string): number[] {
  return [...array.matchAll(/(?<!\d)(\d+) \d+ R/g)].map((match) => Number(match[1]))
}

/** The numbers of '[ 0 0 595 842 ]'. */
export function numbersIn(array: string): number[] {
  return array.replace(/[[\]]/g, ' ').trim().split(/\s+/).map(Number)
}

/** The value, with every dictionary that `unwanted` selects (it may be the value itself) replaced by null. */
export function withoutDictionaries(value: string, unwanted: (dictionary: Dictionary) => boolean): string {
  if (value.startsWith('<<')) {
    const dictionary = readDictionary(`${value} `, 0)?.dictionary
    if (!dictionary || unwanted(dictionary)) return 'null'
    return writeDictionary(
      new Map([...dictionary].map(([key, entry]) => [key, withoutDictionaries(entry, unwanted)])),
    )
  }
  if (!value.startsWith('[')) return value
  return `[ ${elementsOf(value)
    .map((element) => withoutDictionaries(element, unwanted))
    .join(' ')} ]`
}

function elementsOf(array: string): string[] {
  const elements: string[] = []
  const end = array.length - 1
  for (let place = skipSpace(array, 1); place < end; ) {
    const next = endOfValue(array, place)
    elements.push(array.slice(place, next))
    place = skipSpace(array, next)
  }
  return elements
}

const SPACE = /[\s\0]*/y
const REFERENCE = /\d+ \d+ R/y
const WORD = /\/?[^\s\0()<>[\]{}/%]*/y

function skipSpace(text: string, at: number): number {
  return endOf(SPACE, text, at)
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Where the value that begins at `at` ends; at or behind the text's end if it is cut. */
export function endOfValue(text: string, at: number): number {
  if (text.startsWith('<<', at)) return endOfNested(text, at + 2, '>>')
  const first = text[at]
  if (first === '[') return endOfNested(text, at + 1, ']')
  if (first === '(') return endOfString(text, at + 1)
  if (first === '<') return until(text, '>', at)
  const reference = endOf(REFERENCE, text, at)
  if (reference > at) return reference
  return Math.max(endOf(WORD, text, at), at + 1) // always forward, whatever stands there
}

function endOfNested(text: string, at: number, close: string): number {
  let place = skipSpace(text, at)
  while (place < text.length && !text.startsWith(close, place)) {
    place = skipSpace(text, endOfValue(text, place))
  }
  return place + close.length
}

function endOfString(text: string, at: number): number {
  let depth = 1
  let place = at
  while (depth > 0 && place < text.length) {
    const char = text[place]
    if (char === '\\') place++
    else if (char === '(') depth++
    else if (char === ')') depth--
    place++
  }
  return place
}

function until(text: string, close: string, at: number): number {
  const found = text.indexOf(close, at)
  return found < 0 ? text.length : found + close.length
}
