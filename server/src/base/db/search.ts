import { readCelular, storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { digitsOf } from '@imprimitodo/shared/rules/base/contacto'
import { APOSTROFES } from '@imprimitodo/shared/rules/cuentas/cliente'
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

/** A LIKE pattern for texts that contain this one, whatever characters it has. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Letters with accents, which a search ignores, as it ignores case; and the signs for an apostrophe. */
const ESCRITO = `áéíóúüñàèìòùâêîôûäëïöçãõ${APOSTROFES}`
const SIMPLE = `aeiouunaeiouaeiouaeiocao${"''".repeat(APOSTROFES.length)}`

/** The same expression as in the indexes of 0099_search-any-apostrophe, letter by letter. */
const plain = (text: AnyColumn | SQL): SQL =>
  sql`translate(lower(${text}), ${sql.raw(`'${ESCRITO}', '${SIMPLE}'`)})`

/** Whether a column contains this text, whatever the case, the accents and the apostrophes of both. */
export const hasPart = (column: AnyColumn, text: string): SQL =>
  sql`${plain(column)} like ${plain(sql`${likePart(text)}::text`)}`

/** A run of this many letters or digits is in the indexes, which are of trigrams. */
const INDEXED = /[\p{L}\p{N}]{3}/u
const MOST_WORDS = 8

/**
 * Whether a column contains each word of this text, in any order: a name is told as «Paz, Luz» and as «Luz Paz». Of many
 * different words eight count, the long ones first. Short ones are in no index and count beside a long one alone, which
 * leaves few rows to compare; a text of short ones is looked for as one part.
 */
export function hasEveryWord(column: AnyColumn, text: string): SQL {
  const words = [...new Map(text.split(/[\s,]+/).map((word) => [word.toLowerCase(), word])).values()].filter(
    Boolean,
  )
  const long = words.filter((word) => INDEXED.test(word))
  const short = words.filter((word) => !INDEXED.test(word))
  if (long.length === 0) return short.length === 0 ? sql`false` : hasPart(column, text)
  const parts = [...long, ...short].slice(0, MOST_WORDS)
  return and(...parts.map((word) => hasPart(column, word))) ?? sql`false`
}

/** The digits of a text that may be part of a telephone number; '' for any other text. */
const telephoneOf = (text: string): string => (/^[\d\s+()-]+$/.test(text) ? digitsOf(text) : '')

/**
 * Texts to look for in stored mobiles that contain this text: its digits, the national ones, and those with the «15»
 * that older orders have. [] for a text with fewer than `min` digits, or that is no part of a number.
 */
export function telephonesOf(text: string, min: number): string[] {
  const digits = telephoneOf(text)
  if (digits.length < min) return []
  const local = readCelular(digits)?.local
  return local === undefined ? [digits] : [digits, storedCelular(digits), digitsOf(local)]
}
