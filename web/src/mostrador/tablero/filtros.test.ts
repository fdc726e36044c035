import { CERRADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { describe, expect, it } from 'vitest'
import { filtrosQuery, readFiltros, searchOf } from './filtros.ts'

describe('the filters in the address', () => {
  it.each([
    ['', { sucursal: '', texto: '', lista: null, ver: [] }],
    ['?sucursal=Alberdi&texto=tesis', { sucursal: 'Alberdi', texto: 'tesis', lista: null, ver: [] }],
    ['?estado=vencido', { sucursal: '', texto: '', lista: 'vencido', ver: [] }],
    ['?estado=cerrados', { sucursal: '', texto: '', lista: 'cerrados', ver: [] }],
    ['?estado=pagado', { sucursal: '', texto: '', lista: null, ver: [] }],
    ['?ver=tarde,nada,color', { sucursal: '', texto: '', lista: null, ver: ['tarde', 'color'] }],
    ['?estado=nada', { sucursal: '', texto: '', lista: null, ver: [] }],
  ] as const)('%s', (search, filtros) => expect(readFiltros(search)).toEqual(filtros))

  it('are read as they were written', () => {
    for (const lista of [null, 'cerrados', ...CERRADOS] as const) {
      const filtros = { sucursal: 'Tafí Viejo', texto: 'a&b=ñ', lista, ver: ['hoy', 'mios'] as const }
      expect(readFiltros(searchOf(filtros))).toEqual(filtros)
    }
    expect(searchOf({ sucursal: '', texto: '  ', lista: null, ver: [] })).toBe('')
  })
})

describe('pedidosQuery', () => {
  it('contains only the filters that are set', () => {
    expect(filtrosQuery(['confirmado'], { sucursal: '', texto: ' ' }, null)).toEqual({
      estado: 'confirmado',
      orden: 'recientes',
    })
    expect(filtrosQuery(CERRADOS, { sucursal: 'Alberdi', texto: ' 1042 ' }, 'x')).toEqual({
      estado: 'entregado,cancelado,vencido,reembolsado',
      orden: 'recientes',
      sucursal: 'Alberdi',
      texto: '1042',
      cursor: 'x',
    })
  })

  it('open orders are sorted by promised time', () =>
    expect(filtrosQuery(['pagado'], { sucursal: '', texto: '' }, null).orden).toBe('promesa'))
})
