import { expect, it } from 'vitest'
import { topeDevolucion } from './rol.ts'

it('the owner has no limit, and a role only the one that it was given', () => {
  const topes = { encargado: { devolucion: null }, operador: { devolucion: 0 } }
  expect([topeDevolucion(topes, 'dueno'), topeDevolucion(topes, 'encargado')]).toEqual([Infinity, Infinity])
  expect(topeDevolucion(topes, 'operador')).toBe(0)
})
