import * as z from 'zod'
import type { Call } from '../base/http/budgets.ts'

export type Place = 'body' | 'querystring' | 'params'
const PLACES: Place[] = ['body', 'querystring', 'params']

/** One text, list or set of names that a call takes. */
export type Field = {
  place: Place
  /** Keys from the outside in; '[]' for what is in a list, '{}' for what is under any name. */
  path: string[]
  type: 'string' | 'array' | 'object'
  /** Characters, or values; null where nothing limits it. */
  max: number | null
}

/** Texts of a fixed shape: their expression is short, and reads each character once. */
const SHAPES = new Set(['date', 'date-time', 'uuid'])

/** Of no size, or of one that their kind has. */
const FIXED = new Set(['number', 'integer', 'boolean', 'null'])

/** Every text, list and record in what a call takes. What may be anything counts as a text without end. */
export function fieldsOf({ schema }: Pick<Call, 'schema'>): Field[] {
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
  const { maxLength, maxItems, format } = schema
  if (type === 'array') {
    const inside = walk(items as Json, [...path, '[]'], place)
    return [{ place, path, type, max: maxItems ?? null }, ...inside]
  }
  if (type === 'object') return walkObject(schema, path, place)
  const max = SHAPES.has(format ?? '') ? 100 : (maxLength ?? null)
  return [{ place, path, type: 'string', max }]
}

function walkObject(schema: Json, path: string[], place: Place): Field[] {
  const { properties = {}, additionalProperties, maxProperties } = schema
  const named = Object.entries(properties).flatMap(([key, of]) => walk(of as Json, [...path, key], place))
  if (!additionalProperties) return named
  const inside = walk(additionalProperties as Json, [...path, '{}'], place)
  return [...named, { place, path, type: 'object', max: maxProperties ?? null }, ...inside]
}
