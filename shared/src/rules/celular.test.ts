import { expect, it } from 'vitest'
import { nationalCelular, storedCelular } from './celular.ts'

it.each([
  ['3865 12-3456', '3865123456'],
  ['3865 15-123456', '3865123456'],
  ['03865 15 123456', '3865123456'],
  ['+54 9 3865 12-3456', '3865123456'],
  ['5493865123456', '3865123456'],
  ['0054 9 3865 123456', '3865123456'],
  ['54 3865 123456', '3865123456'],
  ['381 15 412-3456', '3814123456'],
  ['0381 154123456', '3814123456'],
  ['11 15 2345-6789', '1123456789'],
  ['11 2345-6789', '1123456789'],
  ['9 3865 123456', '3865123456'],
  ['15 412-3456', null],
  ['0000000000', null],
  ['123456789', null],
])('%s', (typed, national) => expect(nationalCelular(typed)).toBe(national))

it('is stored as typed where the national number is not certain', () => {
  expect(storedCelular('3865 15-123456')).toBe('3865123456')
  expect(storedCelular('+595 981 123456')).toBe('595981123456')
})
