import { describe, expect, it, test } from 'vitest'
import { messagesIn, reasonOf, waitOf } from './reason.ts'
import { isFinal } from './rechazo.ts'

test('messages stand under their field, several of one field in one text; a value without words is left out', () => {
  expect(messagesIn({ email: ['Falta.', 'Es corto.'], detail: 'Revisá.', total: 950, nota: [] })).toEqual({
    email: 'Falta. Es corto.',
    detail: 'Revisá.',
  })
  for (const data of ['<html>', null, undefined]) expect(messagesIn(data)).toEqual({})
})

test('a refusal without a code is a proxy’s: its words are not shown', () => {
  expect(reasonOf({ codigo: 'conflicto', errores: 'Ya se pagó.' })).toBe('Ya se pagó.')
  expect(reasonOf({ codigo: null, errores: '<html>' })).toBeNull()
  expect(reasonOf(null)).toBeNull()
})

test('only a call too many says when to try again', () => {
  expect(waitOf({ codigo: 'limite', errores: 'Esperá 10 minutos.' })).toBe('Esperá 10 minutos.')
  expect(waitOf({ codigo: 'conflicto', errores: 'Ya se pagó.' })).toBeNull()
})

describe('a refusal is final', () => {
  it.each([
    [404, 'no_existe', true],
    [429, 'limite', true],
    [500, 'error_interno', false],
    [503, 'base_caida', false],
    [403, null, false],
  ] as const)('%d with the code %s: %s', (status, codigo, is) => expect(isFinal({ status, codigo })).toBe(is))
})
