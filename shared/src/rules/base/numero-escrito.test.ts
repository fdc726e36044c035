import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ambiguousProblem, numeroEscrito, typedNumero } from './numero-escrito.ts'

it.each([
  ['1500', 1500],
  [' 007 ', 7],
  ['1.500', 1500],
  ['12.500', 12_500],
  ['1.234.567', 1_234_567],
  ['1.500,50', 1500.5],
  ['1.500,500', 1500.5],
  ['1,500.50', 1500.5],
  ['1,234,567', 1_234_567],
  ['1,234,567.5', 1_234_567.5],
  ['2 000', 2000],
  ['2\u00a0000,5', 2000.5],
  ['0,5', 0.5],
  ['0.5', 0.5],
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['0.005', 0.005],
  ['0,500', 0.5],
  ['0.500', 0.5],
  ['-0.125', -0.125],
  ['-60', -60],
  ['-1.500,5', -1500.5],
  ['1500,50', 1500.5],
  ['1,2345', 1.2345],
  ['1234.5678', 1234.5678],
  ['0', 0],
])('%j is %d', (text, value) => expect(numeroEscrito(text)).toBe(value))

it.each([
  '',
  ' ',
  'mil',
  '1e3',
  '-',
  '.',
  ',5',
  '.500',
  '1.',
  '1,',
  '--5',
  '+5',
  '0x10',
  'Infinity',
  '١',
  '1,2,3',
  '1.23.456',
  '1.500.50',
  '1.500.5',
  '01.500',
  '00,5',
  '0.500,5',
  '0.500.000',
  '012.345',
  '1 5',
  '12 34',
  '0 500',
  '1.500 000',
  '1 500.000.000',
  '$ 5',
  '5 %',
])('%j is no number', (text) => {
  expect(numeroEscrito(text)).toBeNaN()
  expect(ambiguousProblem(text)).toBeNull()
})

it.each([
  ['1,500', '«1,500» puede ser 1500 o 1,5: escribí uno de los dos.'],
  ['$ 1,500', '«1,500» puede ser 1500 o 1,5: escribí uno de los dos.'],
  ['12,345', '«12,345» puede ser 12345 o 12,3450: escribí uno de los dos.'],
  ['-1,500', '«-1,500» puede ser -1500 o -1,5: escribí uno de los dos.'],
  ['1500.000', '«1500.000» puede ser 1500000 o 1500: escribí uno de los dos.'],
  ['1234,567', '«1234,567» puede ser 1234567 o 1234,5670: escribí uno de los dos.'],
])('%j can be read in two ways: it is none, and the message has both', (text, message) => {
  expect(numeroEscrito(text)).toBeNaN()
  expect(ambiguousProblem(text)).toBe(message)
})

it('has at most the decimals that are asked for', () => {
  expect([numeroEscrito('99,90', 2), numeroEscrito('1.500', 2), numeroEscrito('1.500', 0)]).toEqual([
    99.9, 1500, 1500,
  ])
  for (const [text, decimales] of [
    ['0.500', 2],
    ['12,5000', 2],
    ['1,0', 0],
  ] as const)
    expect(numeroEscrito(text, decimales)).toBeNaN()
})

it('reads every number in the form that fields show', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 }), (whole, decimals) => {
      const value = whole / 10 ** decimals
      expect(numeroEscrito(typedNumero(value))).toBe(value)
    }),
  )
})
