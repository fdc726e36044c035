import { expect, it } from 'vitest'
import { count, countAfter } from './cantidad.ts'

it.each([
  [0, '0 hojas', 'Te quedan 0 puntos'],
  [1, '1 hoja', 'Te queda 1 punto'],
  [1500, '1.500 hojas', 'Te quedan 1.500 puntos'],
])('%i of something is read in the singular only if it is one', (amount, counted, after) => {
  expect(count(amount, 'hoja')).toBe(counted)
  expect(countAfter('Te queda', amount, 'punto')).toBe(after)
})
