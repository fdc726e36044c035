import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { clientes } from './schema/clientes.ts'
import { hasEveryWord } from './search.ts'

/** The parts that the database looks for. */
const partsOf = (text: string) => new PgDialect().sqlToQuery(hasEveryWord(clientes.nombre, text)).params

test('each word counts once, the long ones first: an index finds them', () =>
  expect(partsOf('de la Paz, Luz luz')).toEqual(['%Paz%', '%luz%', '%de%', '%la%']))

test('a text of short words is one part, so that each row is read once at most', () => {
  expect(partsOf('a b c')).toEqual(['%a b c%'])
  expect(partsOf(Array.from({ length: 100 }, () => 'a').join(' '))).toHaveLength(1)
  expect(partsOf(', ')).toEqual([])
})

test('signs are no letters: a word of them has no place in the index', () =>
  expect(partsOf("o'b d'a -----")).toEqual(["%o'b d'a -----%"]))

test('of a long text eight words count', () =>
  expect(partsOf(Array.from({ length: 50 }, (_, at) => `palabra${at}`).join(' '))).toEqual(
    Array.from({ length: 8 }, (_, at) => `%palabra${at}%`),
  ))
