import { describe, expect, test } from 'vitest'
import {
  conNombre,
  EN_BLANCO,
  nombreTienda,
  nombreTiendaProblem,
  normaliseNombreTienda,
  rotuloTienda,
} from './nombre-tienda.ts'

test('a shop without a name of its own has the default name', () => {
  for (const none of [undefined, ''])
    expect([nombreTienda(none), rotuloTienda(none)]).toEqual(['ImprimiTodo', 'imprimitodo'])
  expect([nombreTienda('La Copia'), rotuloTienda('La Copia')]).toEqual(['La Copia', 'La Copia'])
})

describe('a name', () => {
  test.each([
    '',
    'A',
    'Copias & Cía. «El 8» <centro>',
    '"La" \'Copia\'',
    'Copias 🖨️ Ñandú',
    '👩‍🎨',
    'مطبعة النور',
    'コピー屋',
    '9'.repeat(40),
    '🖨'.repeat(40),
  ])('may be %j', (name) => {
    expect(nombreTiendaProblem(name)).toBeNull()
  })

  test.each([
    ['a line end', 'La\nCopia', /un solo renglón/],
    ['a header', 'La Copia\r\nBcc: otro@example.com', /un solo renglón/],
    ['a tabulator', 'La\tCopia', /un solo renglón/],
    ['a zero', 'La\0Copia', /un solo renglón/],
    ['a line separator', 'La\u2028Copia', /un solo renglón/],
    ['what turns the line around', 'La \u202eaipoC', /un solo renglón/],
    ['half a character', 'La \ud83d', /un solo renglón/],
    ['the marks that stand for it', `La ${EN_BLANCO.nombre}`, /un solo renglón/],
    ['41 characters', 'a'.repeat(41), /hasta 40 caracteres/],
    ['only signs', '***', /una letra o un número/],
    ['only joiners', '\u200d\u200d', /una letra o un número/],
  ])('holds no %s', (_, name, message) => {
    expect(nombreTiendaProblem(name)).toMatch(message)
  })

  test('has one space between its words, and one spelling of each letter', () => {
    expect(normaliseNombreTienda('La  Copia\u00a0n\u0303')).toBe('La Copia ñ')
  })
})

test('replaces its placeholders, written as that place needs it', () => {
  const text = `${EN_BLANCO.rotulo}: mostrador de ${EN_BLANCO.nombre}`
  expect(conNombre(text, undefined)).toBe('imprimitodo: mostrador de ImprimiTodo')
  expect(conNombre(text, "$& $' ")).toBe("$& $' : mostrador de $& $' ")
  expect(conNombre(text, 'A&B', (name) => name.replace('&', '&amp;'))).toBe('A&amp;B: mostrador de A&amp;B')
})
