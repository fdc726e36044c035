import { describe, expect, it } from 'vitest'
import { comoVuelve, readImporte, refundable } from './devolucion.ts'

const pago = {
  id: '1',
  estado: 'approved',
  importe: 95,
  devuelto: 0,
  medio: null,
  en_caja: false,
  cuando: '2026-11-21T12:00:00Z',
}

it('refundable: the approved amounts that were not refunded yet', () => {
  expect(refundable([])).toBe(0)
  expect(refundable([pago, { ...pago, devuelto: 30.1 }, { ...pago, estado: 'refunded', devuelto: 95 }])).toBe(
    159.9,
  )
  expect(refundable([{ ...pago, estado: 'pending' }])).toBe(0)
})

it('tells the clerk how it is refunded: by hand, automatically, or on a cuenta corriente', () => {
  const cash = { ...pago, en_caja: true, medio: 'efectivo' }
  const charged = { ...pago, en_caja: true, medio: 'cuenta' }
  expect(comoVuelve([pago], 'ana@x.com')).toBe('Vuelve al mismo medio con que pagó ana@x.com.')
  expect(comoVuelve([cash], null)).toMatch(/entregalo en mano/)
  expect(comoVuelve([charged, { ...cash, estado: 'refunded' }], null)).toBe(
    'Se descuenta de su cuenta corriente: no sale plata de la caja.',
  )
  expect(comoVuelve([charged, cash], null)).toMatch(/en mano.*a cuenta corriente se descuenta de ahí/)
})

describe('an amount', () => {
  it.each([
    ['95', 95],
    ['1250,50', 1250.5],
    ['1.250,50', 1250.5],
    ['1.250', 1250],
    ['12.5', 12.5],
    ['$ 10', 10],
    ['2000', 2000],
  ])('%s', (text, pesos) => expect(readImporte(text, 2000)).toBe(pesos))

  it.each(['', 'todo', '-5', '0', '0.500', '1,234', '2000,01', '1e3'])('is not: %j', (text) =>
    expect(readImporte(text, 2000)).toEqual(expect.any(String)),
  )
})
