import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CODIGO_TIPOS,
  CODIGOS,
  CODIGOS_DE_COMPRA,
  CODIGOS_DE_TABLA,
  codigoFrom,
  codigoPegadoIn,
  endOfCodigo,
  isMarkable,
  normaliseCodigo,
  startOfCodigo,
} from './codigo.ts'

test.each([
  ['abcd-efgh-jkmn', 'ABCD-EFGH-JKMN'],
  [' ABCD EFGH JKMN ', 'ABCD-EFGH-JKMN'],
  ['oOiI-lL00-1111', '0011-1100-1111'],
  ['ABCD-EFGH-JKM', null],
  ['ABCD-EFGH-JKMNP', null],
  ['ABCD-EFGH-JKMU', null],
  ['', null],
])('typed %j is %j', (typed, codigo) => expect(normaliseCodigo(typed)).toBe(codigo))

test('every code survives being typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      const codigo = codigoFrom(bytes)
      expect(codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
      expect(normaliseCodigo(codigo.toLowerCase())).toBe(codigo)
    }),
  )
})

test.each([
  ['h4r', 'H4R'],
  ['H4RT', 'H4RT'],
  ['h4rt-o', 'H4RT-0'],
  ['H4RT 0ABC 1', 'H4RT-0ABC-1'],
  ['H4RT-0ABC-1234', 'H4RT-0ABC-1234'],
  ['h4', null],
  ['H4RT-0ABC-12345', null],
  ['ñandú', null],
  ['ana@example.com', null],
])('the beginning of a code %s is %s', (typed, start) => expect(startOfCodigo(typed)).toBe(start))

test.each([
  ['h4rt', 'H4RT'],
  ['oabc-h4rt', '0ABC-H4RT'],
  ['abch4rt', 'ABC-H4RT'],
  ['H4RT-0ABC-1234', 'H4RT-0ABC-1234'],
  ['h4r', null],
  ['H4RT-0ABC-12345', null],
  ['ñandú', null],
])('the end of a code %s is %s', (typed, end) => expect(endOfCodigo(typed)).toBe(end))

test('orders and sales take codes with a value; the counter marks all but free sheets', () => {
  expect(CODIGO_TIPOS).toEqual(['hojas', 'cupon', 'ruleta', 'premio', 'retiro'])
  expect(CODIGOS_DE_COMPRA).toEqual(['hojas', 'cupon', 'ruleta'])
  expect(CODIGO_TIPOS.filter(isMarkable)).toEqual(['cupon', 'ruleta', 'premio', 'retiro'])
})

test('the pickup code of an order is kept with its order, the others in the table of codes', () => {
  expect(CODIGOS_DE_TABLA).toEqual(['hojas', 'cupon', 'ruleta', 'premio'])
})

test('what belongs to a mailbox is asked for with it, and with no other code', () => {
  const asked = CODIGO_TIPOS.filter((tipo) => CODIGOS[tipo].asksCorreo)
  expect(asked).toEqual(CODIGO_TIPOS.filter((tipo) => CODIGOS[tipo].belongsTo === 'correo'))
})

test.each([
  ['Tu cupón es 9xr2-c4vn-6oke, vence hoy', '9XR2-C4VN-60KE'],
  ['9XR2-C4VN-60KE', '9XR2-C4VN-60KE'],
  [' 9xr2 c4vn 60ke ', null],
  ['2026-1130-1715-0001', null],
  ['Pedido 1042', null],
  ['Tel 3815-5550-000U, código 9XR2-C4VN-60KE', '9XR2-C4VN-60KE'],
  ['9XR2-C4VN-60KE 9xr2-c4vn-60ke', '9XR2-C4VN-60KE'],
  ['9XR2-C4VN-60KE K7M2-XQ9D-4RTB', null],
])('in the pasted text %j stands the code %j', (text, codigo) => expect(codigoPegadoIn(text)).toBe(codigo))
