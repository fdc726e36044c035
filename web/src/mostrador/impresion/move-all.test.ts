// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { impresionOf } from '../pedido/testing.tsx'
import { colaDeImpresora } from './move-all.tsx'

it('of a printer: works that wait in its queue may go to another one, also those that need a clerk’s answer', () => {
  const vivas = [
    impresionOf({ id: 1 }),
    impresionOf({ id: 2, consultar: true }),
    impresionOf({ id: 3, estado: 'imprimiendo' }),
    impresionOf({ id: 4, estado: 'verificar' }),
    impresionOf({ id: 5, impresora: { id: 5, nombre: 'Canon' } }),
    impresionOf({ id: 6, pedido_id: null }),
  ]
  expect(colaDeImpresora(vivas, 3).map(({ id }) => id)).toEqual([1, 2])
})
