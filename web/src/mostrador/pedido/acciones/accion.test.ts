// @vitest-environment happy-dom
import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { IMPRESORA, impresionOf, pedidoMostradorOf } from '../testing.tsx'
import { accionDe } from './accion.ts'

const OUT: Impresora = { ...IMPRESORA, anda: false, texto: 'Sin papel' }
const OTHER: Impresora = { ...IMPRESORA, id: 4, nombre: 'Láser color' }
const making = pedidoMostradorOf({ estado: 'en_produccion' })
const of = (
  pedido = making,
  impresiones: Parameters<typeof accionDe>[0]['impresiones'] = [],
  impresoras: Impresora[] = [IMPRESORA],
) => {
  const accion = accionDe({ pedido, impresiones, impresoras })
  return accion?.tipo === 'paso' ? accion.paso : (accion?.tipo ?? null)
}

describe('the main action of an order', () => {
  it.each([
    ['unpaid, its money', of(pedidoMostradorOf({ estado: 'confirmado' })), 'cobrar'],
    ['paid, its printing', of(pedidoMostradorOf()), 'imprimir'],
    ['paid where there is no printer, its step', of(pedidoMostradorOf(), [], []), 'en_produccion'],
    [
      'paid without its files, its step',
      of(pedidoMostradorOf({ archivos_guardados: false })),
      'en_produccion',
    ],
    ['with a doubt, the answer', of(making, [impresionOf({ estado: 'verificar' })]), 'resolver'],
    ['at a printer that prints, the step that waits', of(making, [impresionOf()]), 'listo'],
    ['at a stopped printer, another one', of(making, [impresionOf()], [OUT, OTHER]), 'pasar'],
    ['at a stopped printer that is the only one', of(making, [impresionOf()], [OUT]), 'listo'],
    ['whose printing was cancelled, again', of(making, [impresionOf({ estado: 'cancelada' })]), 'imprimir'],
    ['printed, ready', of(making, [impresionOf({ estado: 'impresa' })]), 'listo'],
    ['ready, handing over', of(pedidoMostradorOf({ estado: 'listo' })), 'entregado'],
    ['closed, nothing', of(pedidoMostradorOf({ estado: 'entregado' })), null],
  ])('is, of one %s', (_, accion, expected) => expect(accion).toBe(expected))

  it('offers only printers that print and can do the works', () => {
    const simplex: Impresora = {
      ...OTHER,
      id: 5,
      nombre: 'Simple faz',
      perfil: { lados: ['one-sided'], color: true, formatos: [], medios: [] } as never,
    }
    const impresiones = [impresionOf()]
    const accion = accionDe({ pedido: making, impresiones, impresoras: [OUT, OTHER, simplex] })
    expect(accion?.tipo === 'pasar' && accion.a.map(({ nombre }) => nombre)).toEqual(['Láser color'])
  })
})
