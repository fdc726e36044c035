import { describe, expect, it } from 'vitest'
import { ofertaHastaProblem, ofertaOn, precioAnteriorProblem } from './oferta.ts'

const OFERTA = { importe: 800, es_oferta: true, precio_anterior: 1000, oferta_hasta: '2026-11-23' }
const NONE = { es_oferta: false, precio_anterior: null, oferta_hasta: null }

describe('an offer', () => {
  it('lasts through its last day', () => {
    expect(ofertaOn(OFERTA, '2026-11-22')).toEqual(OFERTA)
    expect(ofertaOn(OFERTA, '2026-11-23')).toEqual(OFERTA)
  })
  it('is none the day after, at the price before where that is known', () => {
    expect(ofertaOn(OFERTA, '2026-11-24')).toEqual({ ...NONE, importe: 1000 })
    expect(ofertaOn({ ...OFERTA, precio_anterior: null }, '2027-01-01')).toEqual({ ...NONE, importe: 800 })
  })
  it('without a last day goes on; what is no offer shows neither price before nor day', () => {
    const endless = { ...OFERTA, oferta_hasta: null }
    expect(ofertaOn(endless, '2099-01-01')).toEqual(endless)
    expect(ofertaOn({ ...OFERTA, es_oferta: false }, '2026-11-22')).toEqual({ ...NONE, importe: 800 })
  })
})

it.each([
  [null, null, null],
  [null, 800, null],
  [801, 800, null],
  [800, 800, 'El precio de antes tiene que ser mayor que el de ahora.'],
  [799, 800, 'El precio de antes tiene que ser mayor que el de ahora.'],
  [800, null, 'Poné también el precio de ahora.'],
])('a price before of %j with one of %j now: %j', (anterior, importe, problem) => {
  expect(precioAnteriorProblem(anterior, importe)).toBe(problem)
})

it.each([
  [null, null],
  ['2026-11-23', null],
  ['2026-11-24', null],
  ['2026-11-22', 'La oferta tiene que terminar hoy o más adelante.'],
])('an offer until %j on 2026-11-23: %j', (hasta, problem) => {
  expect(ofertaHastaProblem(hasta, '2026-11-23')).toBe(problem)
})
