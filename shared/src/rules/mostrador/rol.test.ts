import { expect, it } from 'vitest'
import { isTopeDePesos, type Topes, topeOf } from './rol.ts'

it('the owner has no limit, and a role only those that the owner set', () => {
  const topes: Topes = {
    encargado: { devolucion: null, descuento: 5, venta: 1_50, reimpresion: null },
    operador: { devolucion: 0, descuento: null, venta: null, reimpresion: 40 },
  }
  const of = (rol: Parameters<typeof topeOf>[1]) =>
    (['devolucion', 'descuento', 'venta', 'reimpresion'] as const).map((cual) => topeOf(topes, rol, cual))
  expect(of('dueno')).toEqual([Infinity, Infinity, Infinity, Infinity])
  expect(of('encargado')).toEqual([Infinity, 5, 1_50, Infinity])
  expect(of('operador')).toEqual([0, Infinity, Infinity, 40])
  expect([isTopeDePesos('venta'), isTopeDePesos('reimpresion')]).toEqual([true, false])
})
