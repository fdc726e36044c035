import { expect, it } from 'vitest'
import { diferenciaTitle, signOf, sumaDe } from './caja.ts'

it.each([
  [0, 'Sin diferencia'],
  [-0.5, 'Faltan'],
  [500, 'Sobran'],
])('a count of %d pesos more than there should be is called «%s»', (diferencia, title) => {
  expect(diferenciaTitle(diferencia)).toBe(title)
})

it('notes are worth their values, and none nothing', () => {
  expect(sumaDe([])).toBe(0)
  expect(
    sumaDe([
      { valor: 20_000, cuantos: 3 },
      { valor: 100, cuantos: 5 },
    ]),
  ).toBe(60_500)
})

it('only an income goes into the drawer', () => {
  expect((['ingreso', 'gasto', 'retiro'] as const).map(signOf)).toEqual([1, -1, -1])
})
