import * as z from 'zod'
import type { RegisteredCall } from '../../base/http/budgets.ts'
import { type Field, fieldsOf, integersOf, PLACES, type Place } from './fields.ts'

/** One request in which `field` alone is wrong; the other fields are filled as their schema wants them. */
export type OneWrong = { method: string; path: string; body?: string; field: Field }

/** Beyond an integer of the database, on its edge, or of no row. */
const WRONG_NUMBERS = [2 ** 31, -(2 ** 31) - 1, 0]
/** Half of a letter, nothing, and the days on the edges of what dates can be. */
const WRONG_TEXTS = ['a\ud800', '', '0000-01-01', '0001-01-01', '9999-12-31']

/** Texts that a rule of ours reads, by the name of their field. */
const TEXTS: Record<string, string> = {
  email: 'ana@example.com',
  celular: '3865412233',
  fecha_nacimiento: '1990-05-17',
  sucursal: 'Alberdi',
  uri: 'ipp://10.0.0.9:631/ipp/print',
  pedido_id: 'a'.repeat(22),
  cuit: '20111111112',
  mes: '2026-11',
}

/** Every field of the call, wrong in each way, one at a time. */
export function wrongOnes({
  method,
  url,
  schema,
}: Pick<RegisteredCall, 'method' | 'url' | 'schema'>): OneWrong[] {
  const filled = new Map(PLACES.map((place) => [place, filledOf(schema?.[place])]))
  const wrongs = [
    ...fieldsOf({ schema }).flatMap((field) =>
      field.type === 'string' ? WRONG_TEXTS.map((value) => ({ field, value })) : [],
    ),
    ...integersOf({ schema }).flatMap((field) => WRONG_NUMBERS.map((value) => ({ field, value }))),
  ]
  return wrongs.map(({ field, value }) => {
    const at = (place: Place): unknown =>
      place === field.place ? changed(filled.get(place), field.path, value) : filled.get(place)
    const params = textsOf(at('params'))
    const path = url.replace(/:(\w+)|\*/g, (_, name: string) => encodeURIComponent(params[name] || '1'))
    const body = at('body')
    return {
      method: String([method].flat()[0]),
      path: `${path}?${new URLSearchParams(textsOf(at('querystring')))}`,
      ...(schema?.body ? { body: JSON.stringify(body) } : {}),
      field,
    }
  })
}

type Json = z.core.JSONSchema.BaseSchema

const filledOf = (taken: unknown): unknown =>
  taken instanceof z.ZodType
    ? sampleOf(z.toJSONSchema(taken, { io: 'input', unrepresentable: 'any' }), '')
    : {}

/** A value that the schema takes, as far as the schema alone tells. */
function sampleOf(schema: Json, name: string): unknown {
  const { anyOf, allOf, items, type, properties = {}, minimum = 1, format } = schema
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = anyOf ?? allOf ?? []
  if (first) return sampleOf(first as Json, name)
  if (type === 'array') return [sampleOf(items as Json, name)]
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, sampleOf(of as Json, key)]))
  if (type === 'integer' || type === 'number') return Math.max(1, minimum)
  if (type === 'boolean') return true
  if (format === 'date') return '2026-11-21'
  return TEXTS[name] ?? 'texto de prueba'
}

/** The same with another value at the end of `path`. */
function changed(of: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (key === '[]') return [changed(Array.isArray(of) ? of[0] : undefined, rest, value)]
  const own: Record<string, unknown> = typeof of === 'object' && of !== null ? { ...of } : {}
  const name = key === '{}' ? 'x' : key
  return { ...own, [name]: changed(own[name], rest, value) }
}

const textsOf = (of: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(of ?? {}).map(([key, value]) => [key, String(value).toWellFormed()]))
