import type { CartelDueno } from '@imprimitodo/shared/api/catalogo'
import { numeroEscrito, typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import type { Answer } from '../../api/call.ts'
import { messagesIn } from '../../api/reason.ts'
import type { Problems } from '../esquema.ts'

/** Each kind of sign and its name. */
export const CARTEL_TIPOS: [CartelDueno['tipo'], string][] = [
  ['tradicional', 'Tradicional'],
  ['luz_interior', 'Con luz interior'],
  ['tridimensional', 'Tridimensional'],
]

/** The server's messages by field; 'general' for those without one. */
export function fieldProblems({ data, errores }: Pick<Answer<unknown>, 'data' | 'errores'>): Problems {
  const named = messagesIn(data)
  const isByField = Object.keys(named).length > 0 && named.detail === undefined
  return isByField ? named : { general: errores ?? 'No se pudo guardar.' }
}

/** The messages of all names but `shown`, which the form shows at their own places; '' where there are none. */
export const othersIn = (problems: Problems, shown: readonly string[]): string =>
  Object.entries(problems)
    .filter(([name]) => !shown.includes(name))
    .map(([, text]) => text)
    .join(' ')

/** NaN for a text that is no number, which the server refuses by field; empty is null. `sign`: may stand with it. */
export function numberOf(value: unknown, sign: '$' | '%' = '$'): number | null {
  const text = String(value ?? '').trim()
  return text === '' ? null : numeroEscrito(text.replace(sign === '$' ? /^\$/ : /%$/, ''))
}

/** The same, of a value that may not be missing. */
export const numberIn = (value: unknown, sign?: '$' | '%'): number => numberOf(value, sign) ?? Number.NaN

export const typed = (value: number | null | undefined): string => (value == null ? '' : typedNumero(value))
export const textOf = (value: unknown): string => String(value ?? '').trim()
