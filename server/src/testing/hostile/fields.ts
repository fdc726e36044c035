import * as z from 'zod'
import type { RegisteredCall } from '../../base/http/budgets.ts'

export type Place = 'body' | 'querystring' | 'params'
export const PLACES: Place[] = ['body', 'querystring', 'params']

/** A text, list or set of names in the input of a call. */
export type Field = {
  place: Place
  /** Keys from the outside in; '[]' for an item of a list, '{}' for a value under any name. */
  path: string[]
  type: 'string' | 'array' | 'object' | 'integer'
  /** Characters, or values, or the integer itself; null if nothing limits it. */
  max: number | null
}

/** Texts of a fixed format: the regular expression is short, and reads each character once. */
const SHAPES = new Set(['date', 'date-time', 'uuid'])

/** Types without a size, or with a fixed one. */
const FIXED = new Set(['number', 'boolean', 'null'])

/** Every text, list and record in the input of a call. A value of any type counts as a text without limit. */
export const fieldsOf = (call: Pick<RegisteredCall, 'schema'>): Field[] =>
  allOf(call).filter(({ type }) => type !== 'integer')

/** Every integer in the input of a call. */
export const integersOf = (call: Pick<RegisteredCall, 'schema'>): Field[] =>
  allOf(call).filter(({ type }) => type === 'integer')

function allOf({ schema }: Pick<RegisteredCall, 'schema'>): Field[] {
  return PLACES.flatMap((place) => {
    const taken = schema?.[place]
    if (!(taken instanceof z.ZodType)) return []
    return walk(z.toJSONSchema(taken, { io: 'input', unrepresentable: 'any' }), [], place)
  })
}

type Json = z.core.JSONSchema.BaseSchema

function walk(schema: Json | boolean | undefined, path: string[], place: Place): Field[] {
  if (typeof schema !== 'object') return []
  const { anyOf, allOf, items, type } = schema
  if (anyOf ?? allOf) return [...(anyOf ?? []), ...(allOf ?? [])].flatMap((one) => walk(one, path, place))
  if (schema.enum || 'const' in schema) return []
  if (type !== undefined && [type].flat().every((one) => FIXED.has(one))) return []
  const { maxItems } = schema
  if (type === 'array') {
    const inside = walk(items as Json, [...path, '[]'], place)
    return [{ place, path, type, max: maxItems ?? null }, ...inside]
  }
  if (type === 'object') return walkObject(schema, path, place)
  return [{ place, path, ...single(schema) }]
}

function single({ type, maximum, maxLength, format }: Json): Pick<Field, 'type' | 'max'> {
  if (type === 'integer') return { type, max: maximum ?? null }
  return { type: 'string', max: SHAPES.has(format ?? '') ? 100 : (maxLength ?? null) }
}

function walkObject(schema: Json, path: string[], place: Place): Field[] {
  const { properties = {}, additionalProperties, maxProperties } = schema
  const named = Object.entries(properties).flatMap(([key, of]) => walk(of as Json, [...path, key], place))
  if (!additionalProperties) return named
  const inside = walk(additionalProperties as Json, [...path, '{}'], place)
  return [...named, { place, path, type: 'object', max: maxProperties ?? null }, ...inside]
}
