import { expect, test } from 'vitest'
import { vueltaOf } from './medio.ts'

test.each([
  ['visa', false, 'a tu tarjeta Visa', /10 días hábiles/],
  ['tarjeta', false, 'a tu tarjeta', /10 días hábiles/],
  ['dinero en cuenta', false, 'a tu cuenta de Mercado Pago', /en el momento/],
  ['rapipago', false, 'por el mismo medio con que pagaste', /unos días/],
  [null, false, 'por el mismo medio con que pagaste', /unos días/],
  ['transferencia', false, 'por el mismo medio con que pagaste', /unos días/],
  ['transferencia', true, 'por transferencia', /sucursal/],
])('money of %s (at the counter: %s) goes back %s, and it is said when', (medio, en_caja, adonde, cuando) => {
  const vuelta = vueltaOf({ medio, en_caja })
  expect(vuelta.adonde).toBe(adonde)
  expect(vuelta.cuando).toMatch(cuando)
})

test('cash is handed over at once, so no waiting time is named', () => {
  expect(vueltaOf({ medio: 'efectivo', en_caja: true })).toEqual({
    adonde: 'en efectivo, en la sucursal',
    cuando: null,
  })
})
