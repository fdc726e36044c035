import { expect, it } from 'vitest'
import { celularEscritoProblem, nationalCelular, readCelular, storedCelular } from './celular.ts'

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
  ['(0381) 15-412-3456', '3814123456'],
  ['+54 9 (381) 412 3456', '3814123456'],
  ['0054 9 381 15 412 3456', '3814123456'],
  ['54 9 11 2345 6789', '1123456789'],
  ['011 15 2345 6789', '1123456789'],
  ['54 381 15 4123456', '3814123456'],
  ['+5493814123456', '3814123456'],
  // The 15 of its own digits stays: Tucumán has three digits of area, so what follows is the number
  ['381 151 5151', '3811515151'],
  ['0381 15 151 5151', '3811515151'],
  ['2966 15 41 2233', '2966412233'],
  ['3854 15 12-3456', '3854123456'],
  ['15 2345-6789', null],
  ['15 412-3456', null],
  ['0000000000', null],
  ['123456789', null],
])('%s', (typed, national) => expect(nationalCelular(typed)).toBe(national))

it('is stored as typed where the national number is not certain', () => {
  expect(storedCelular('3865 15-123456')).toBe('3865123456')
  expect(storedCelular('+595 981 123456')).toBe('595981123456')
})

it.each([
  ['0381 15 412-3456', '381 15 412-3456', '+54 9 381 412-3456'],
  ['5493865412233', '3865 15 41-2233', '+54 9 3865 41-2233'],
  ['(011) 15 2345 6789', '11 15 2345-6789', '+54 9 11 2345-6789'],
])('%s is read %s and called as %s', (typed, local, internacional) => {
  expect(readCelular(typed)).toEqual({ local, internacional })
  expect(readCelular(local)).toEqual({ local, internacional })
})

it.each(['+595 981 123456', '15 412-3456', '', 'hola'])('%j is read as nothing that is certain', (typed) =>
  expect(readCelular(typed)).toBeNull(),
)

it.each([
  ['0054 9 381 15 412-3456', null],
  ['+595 981 123456', null],
  ['', 'El celular es obligatorio'],
  ['15 412-3456', 'El celular debe tener al menos 10 dígitos'],
  ['1234567890123456', 'El celular debe tener como máximo 15 dígitos'],
])('the problem of %j as it was typed: %s', (typed, problem) =>
  expect(celularEscritoProblem(typed)).toBe(problem),
)
