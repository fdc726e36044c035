import { expect, it } from 'vitest'
import { parseImporte } from './importe.ts'

it.each([
  ['12500', 12_500],
  ['12.500', 12_500],
  ['12.500,50', 12_500.5],
  ['12500,5', 12_500.5],
  ['99.90', 99.9],
  ['99.9', 99.9],
  ['1.234.567', 1_234_567],
  [' $ 300 ', 300],
  ['0,01', 0.01],
  ['0', null],
  ['0,00', null],
  ['-5', null],
  ['1,500.50', 1500.5],
  ['2 000', 2000],
  ['0.500', null],
  ['0.005', null],
  ['12,345', null],
  ['1,500', null],
  ['5 %', null],
  ['1.23.456', null],
  ['12.5000', null],
  ['mil', null],
  ['', null],
])('%j is %j', (typed, pesos) => expect(parseImporte(typed)).toBe(pesos))
