import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { puntosDeHojas, puntosFor, puntosLost, puntosWithin } from './puntos.ts'

test.each([
  [3990_00, 1, 3990],
  [0, 1, 0],
  [99, 1, 0],
  [1999_99, 1, 1999],
  [3990_00, 0, 0],
  [3990_00, 0.5, 1995],
  [100_00, 0.1, 10],
  [30_00, 1.1, 33],
  [1000_00, 0.0123, 12],
  [99_999_990_600_06, 0.3333, 33_329_996_866], // a product above 2^53
])('%i centavos at %d a peso: %i points', (centavos, porPeso, puntos) =>
  expect(puntosFor(centavos, porPeso)).toBe(puntos),
)

test.each([
  ['all of them', 100, { hoy: 0 }, 100],
  ['a sale’s limit', 400, { hoy: 0 }, 300],
  ['what other orders of the sale left of it', 400, { hoy: 250, deLaVenta: 250 }, 50],
  ['what the day leaves', 400, { hoy: 900 }, 100],
  ['none, since the owner lowered the limit', 400, { hoy: 1_200 }, 0],
])('the limits let through %s', (_, puntos, given, within) =>
  expect(puntosWithin(puntos, { por_venta: 300, por_cliente_dia: 1_000 }, given)).toBe(within),
)

describe('points that a refund takes back', () => {
  const pago = (change: object = {}) => ({
    estado: 'approved',
    importe: 1000_00,
    devuelto: 0,
    moneda: 'ARS',
    ...change,
  })
  test.each([
    ['nothing came back', [pago()], 0],
    ['a quarter came back', [pago({ devuelto: 250_00 })], 250],
    ['part of a point stays', [pago({ devuelto: 99 })], 0],
    ['all came back', [pago({ estado: 'refunded', devuelto: 1000_00 })], 1000],
    ['all came back, still called approved', [pago({ devuelto: 1000_00 })], 1000],
    ['the bank took it', [pago({ estado: 'charged_back' })], 1000],
    [
      'only the second of two payments came back',
      [pago(), pago({ estado: 'refunded', devuelto: 1000_00 })],
      0,
    ],
    ['it is disputed', [pago({ estado: 'in_mediation' })], 0],
    ['it was more than the price, and the rest came back', [pago({ importe: 1500_00, devuelto: 500_00 })], 0],
    ['only another currency is left', [pago({ moneda: 'USD' })], 1000],
  ])('%s', (_, pagos, lost) => expect(puntosLost(1000, 1000_00, pagos)).toBe(lost))

  test('all of them of a very large order, and half of them for half of it', () => {
    const importe = 1_766_780_554_00
    const lost = (devuelto: number) => puntosLost(1_766_780_554, importe, [pago({ importe, devuelto })])
    expect(lost(importe)).toBe(1_766_780_554)
    expect(lost(importe - 1)).toBe(1_766_780_553)
    expect(lost(importe / 2)).toBe(883_390_277)
  })

  test('a free order earned nothing and loses nothing', () => expect(puntosLost(0, 0, [])).toBe(0))

  test('never more than were earned, and never less when more came back', () =>
    fc.assert(
      fc.property(
        fc.nat(1e13),
        fc.integer({ min: 1, max: 1e13 }),
        fc.nat(1e13),
        fc.nat(1e13),
        (puntos, importe, a, b) => {
          const lost = (devuelto: number) => puntosLost(puntos, importe, [pago({ importe, devuelto })])
          expect(lost(a)).toBeLessThanOrEqual(puntos)
          expect(lost(a)).toBeGreaterThanOrEqual(0)
          if (a <= b) expect(lost(a)).toBeLessThanOrEqual(lost(b))
        },
      ),
    ))
})

test('the last sheet of a code has the rest of its points, however many', () => {
  expect(puntosDeHojas(380_000_004, 380_000_004, 380_000_004)).toBe(380_000_004)
})
