import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuitProblem, formatCuit, isCuit } from './cuit.ts'

test.each([
  ['20123456786', true],
  ['30500010912', true],
  ['27314567200', false],
  ['20-12345678-6', false],
  ['2012345678', false],
  ['201234567866', false],
  ['20123456785', false],
  ['', false],
  [' 20123456786', false],
  ['20123456786\n', false],
  ['２０１２３４５６７８６', false],
])('%j is a CUIT: %s', (text, valid) => {
  expect(isCuit(text)).toBe(valid)
  expect(cuitProblem(text)).toBe(
    valid
      ? null
      : 'CUIT inválido. Debe tener 11 dígitos y ser válido según ARCA. No utilizar - para separar dígitos',
  )
})

const base = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 10 })
const sumOf = (digits: number[]) =>
  digits.reduce((sum, digit, i) => sum + digit * (i < 4 ? 5 - i : 11 - i), 0)

test('a base has exactly one check digit, and none where it computes to 10', () => {
  fc.assert(
    fc.property(base, (digits) => {
      const fitting = [...'0123456789'].filter((digit) => isCuit(digits.join('') + digit))
      const computed = 11 - (sumOf(digits) % 11)
      expect(fitting).toEqual(computed === 10 ? [] : [String(computed % 11)])
    }),
  )
})

test('computing to 11 is 0', () => expect(isCuit('00000000000')).toBe(true))
test('written for paper', () => expect(formatCuit('20123456786')).toBe('20-12345678-6'))
