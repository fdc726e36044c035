import type { CartelDueno } from '@imprimitodo/shared/api/catalogo'
import { messagesIn } from '../../api/reason.ts'
import type { Problems } from '../esquema.ts'

/** Each kind of sign and its name. */
export const CARTEL_TIPOS: [CartelDueno['tipo'], string][] = [
  ['tradicional', 'Tradicional'],
  ['luz_interior', 'Con luz interior'],
  ['tridimensional', 'Tridimensional'],
]

/** The server's messages by field; 'general' for those without one. */
export function fieldProblems(data: unknown, errores: string | null): Problems {
  const named = messagesIn(data)
  const isByField = Object.keys(named).length > 0 && named.detail === undefined
  return isByField ? named : { general: errores ?? 'No se pudo guardar.' }
}

/**
 * '1.234,50' and '1234.5' are numbers; empty is null; other texts are NaN, which the server refuses by field.
 */
export function numberOf(value: unknown): number | null {
  const text = String(value ?? '').trim()
  if (text === '') return null
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

export const typed = (value: number | null): string => (value === null ? '' : String(value).replace('.', ','))
export const textOf = (value: unknown): string => String(value ?? '').trim()
