import { expect, test } from 'vitest'
import { productoImporteProblem, productoNombreProblem, productoTextoProblem } from './producto.ts'

test.each([
  ['', false],
  ['   ', false],
  ['x', true],
  [` ${'x'.repeat(120)} `, true],
  ['x'.repeat(121), false],
  ['\u202eRTL', false],
  ['x\u200b', false],
])('a name %j', (nombre, isFine) => {
  expect(productoNombreProblem(nombre) === null).toBe(isFine)
})

test.each([
  [0, true],
  [4000, true],
  [4001, false],
])('a description of %i letters', (length, isFine) => {
  expect(productoTextoProblem('x'.repeat(length)) === null).toBe(isFine)
})

test.each([
  [null, true],
  [0, true],
  [1, true],
  [-1, false],
  [0.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [100_000_000_00, true],
  [100_000_000_01, false],
])('a price of %j centavos', (centavos, isFine) => {
  expect(productoImporteProblem(centavos) === null).toBe(isFine)
})
