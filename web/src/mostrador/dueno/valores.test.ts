import { expect, it } from 'vitest'
import { fieldProblems, numberOf, typed } from './valores.ts'

it.each([
  ['', null],
  [' 1500 ', 1500],
  ['1.500', 1500],
  ['1.234.567,5', 1234567.5],
  ['12,5', 12.5],
  ['-60', -60],
  ['0.005', 0.005],
  ['0.500', 0.5],
  ['-0.125', -0.125],
  ['$ 2000', 2000],
  ['2 000', 2000],
  ['5 %', Number.NaN],
  ['mil', Number.NaN],
  ['1,2,3', Number.NaN],
])('reads %j as %s', (text, value) => expect(numberOf(text)).toBe(value))

it('reads a percentage with and without its sign', () => {
  expect([numberOf('5 %', '%'), numberOf('12,5%', '%'), numberOf('5', '%')]).toEqual([5, 12.5, 5])
  expect(numberOf('$ 5', '%')).toBeNaN()
})

it('writes a number as it reads it', () => {
  for (const value of [0, 1500, 12.5, 1.125, -2.625, 1234.567, 0.005, 1234567.5, null])
    expect(numberOf(typed(value))).toBe(value)
})

it('puts each message under its field, and the rest in general', () => {
  expect(fieldProblems({ data: { nombre: ['Poné un nombre.'] }, errores: 'x' })).toEqual({
    nombre: 'Poné un nombre.',
  })
  expect(fieldProblems({ data: { detail: 'No.' }, errores: 'No.' })).toEqual({ general: 'No.' })
  expect(fieldProblems({ data: null, errores: null })).toEqual({ general: 'No se pudo guardar.' })
})
