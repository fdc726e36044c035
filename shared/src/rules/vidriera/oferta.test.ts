import { describe, expect, it } from 'vitest'
import { ofertaEdited, ofertaOn, ofertaProblem } from './oferta.ts'

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
  it('without a last day goes on; a product that is no offer shows neither price before nor day', () => {
    const endless = { ...OFERTA, oferta_hasta: null }
    expect(ofertaOn(endless, '2099-01-01')).toEqual(endless)
    expect(ofertaOn({ ...OFERTA, es_oferta: false }, '2026-11-22')).toEqual({ ...NONE, importe: 800 })
  })
})

describe('an offer that is taken away', () => {
  const away = { ...OFERTA, es_oferta: false }
  it('restores the price before the offer', () => {
    expect(ofertaEdited(OFERTA, away)).toEqual({ ...NONE, importe: 1000 })
    expect(ofertaEdited(OFERTA, { ...away, precio_anterior: 1100 })).toEqual({ ...NONE, importe: 1100 })
  })
  it('keeps a price that is saved with it, and the offer’s where there was no price before', () => {
    expect(ofertaEdited(OFERTA, { ...away, importe: 900 })).toEqual({ ...NONE, importe: 900 })
    expect(ofertaEdited(OFERTA, { ...away, precio_anterior: null })).toEqual({ ...NONE, importe: 800 })
  })
  it('does not change a product that stays an offer or was none', () => {
    expect(ofertaEdited(OFERTA, { ...OFERTA, importe: 700 })).toEqual({ ...OFERTA, importe: 700 })
    expect(ofertaEdited(away, away)).toEqual(away)
  })
})

describe('the problems of an offer', () => {
  const TODAY = '2026-11-23'
  const problem = (change: object, antes: typeof OFERTA | null = null) =>
    Object.values(ofertaProblem({ ...OFERTA, ...change }, antes, TODAY) ?? {})
  const LOWER = ['precio_anterior', 'El precio de antes tiene que ser mayor que el de ahora.']
  const PAST = ['oferta_hasta', 'La oferta tiene que terminar hoy o más adelante.']

  it.each([
    [{}, []],
    [{ oferta_hasta: null }, []],
    [{ oferta_hasta: null, precio_anterior: null }, []],
    [{ oferta_hasta: null, precio_anterior: null, importe: null }, []],
    [
      { precio_anterior: null },
      ['precio_anterior', 'Poné el precio de antes: es el que vuelve cuando la oferta termina.'],
    ],
    [{ importe: 999.99 }, []],
    [{ importe: 1000 }, LOWER],
    [{ importe: 1001, oferta_hasta: null }, LOWER],
    [{ importe: null }, ['precio_anterior', 'Poné también el precio de ahora.']],
    [{ oferta_hasta: '2026-12-01' }, []],
    [{ oferta_hasta: '2026-11-22' }, PAST],
    [{ oferta_hasta: '2026-11-22', es_oferta: false }, PAST],
  ])('that changes in %j is %j', (change, found) => {
    expect(problem(change)).toEqual(found)
  })

  it('is nothing where nothing of it changes, also after its last day', () => {
    const over = { ...OFERTA, oferta_hasta: '2026-11-22' }
    expect(problem(over, over)).toEqual([])
    expect(problem({ ...over, importe: 700 }, over)).toEqual(PAST)
    expect(problem({ ...over, es_oferta: false, importe: 700 }, over)).toEqual([])
    const noPrice = { ...OFERTA, precio_anterior: null } as unknown as typeof OFERTA
    expect(problem(noPrice, noPrice)).toEqual([])
  })
})
