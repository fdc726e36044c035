import { createRequire } from 'node:module'
import { PASSWORD_MIN } from '@imprimitodo/shared/rules/cuentas/password'

const require = createRequire(import.meta.url)
let common: Set<string> | undefined

/**
 * Of the 49,000 most used passwords in zxcvbn's list (by frequency, from leaks), those that our length rule
 * allows. Loaded at the first use: it is 5 MB.
 */
function commonOnes(): Set<string> {
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((known) => known.length >= PASSWORD_MIN))
}

/** Words that people here try first and that the list lacks, as it was made elsewhere. */
const LOCAL = [
  'imprimitodo',
  'contraseña',
  'bocajuniors',
  'sanmartin',
  'tucuman',
  'aguilares',
  'alberdi',
  'fotocopia',
]

const SEQUENCES = [
  'abcdefghijklmnñopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/**
 * Whether it is among the first guesses: a common password in any case; a word of ours, or a fact about the
 * person (`own`: e-mail, name, phone), with nothing but digits and signs around it; one character or one run
 * repeated.
 */
export function isCommonPassword(password: string, own: string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  common ??= commonOnes()
  if (common.has(text) || isOneRun(text)) return true
  const core = lettersOf(text)
  if (LOCAL.some((word) => core === word)) return true
  const pieces = own
    .flatMap((value) => [value, value.split('@')[0] ?? ''])
    .map((value) => value.toLowerCase())
  return pieces.some(
    (piece) => piece.length > 0 && (text === piece || (core !== '' && core === lettersOf(piece))),
  )
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]/gu, '')

function isOneRun(text: string): boolean {
  if (new Set(text).size <= 2) return true
  const backwards = [...text].reverse().join('')
  return SEQUENCES.some((run) => run.includes(text) || run.includes(backwards))
}
