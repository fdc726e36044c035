import { describe, expect, it } from 'vitest'
import { celdasOf, inOrder, nuevasOf, type TipoUrgencia } from './urgencia.ts'

const of = (...tipos: TipoUrgencia[]) => tipos.map((tipo, index) => ({ tipo, clave: `${tipo}:${index}` }))
const shown = (tipos: TipoUrgencia[], pronto = 0) => {
  const { celdas, detras } = celdasOf(of(...tipos), pronto)
  return [celdas.map(({ tipo, urgencias }) => `${tipo} ${urgencias.length}`), detras]
}

describe('the strip of urgent things', () => {
  it('has questions first, then stopped printers, late orders, calls for help, partly paid expired orders, server', () => {
    const mixed = of('asunto', 'tarde', 'ayuda', 'duda', 'impresora', 'tarde', 'sena')
    expect(inOrder(mixed).map(({ clave }) => clave)).toEqual([
      'duda:3',
      'impresora:4',
      'tarde:1',
      'tarde:5',
      'ayuda:2',
      'sena:6',
      'asunto:0',
    ])
  })

  it.each([
    ['nothing', [], 0, [[], 0]],
    ['one', ['duda'], 0, [['duda 1'], 0]],
    ['two of a kind share a cell', ['tarde', 'tarde'], 0, [['tarde 2'], 0]],
    ['three kinds', ['duda', 'tarde', 'ayuda'], 0, [['duda 1', 'tarde 1', 'ayuda 1'], 0]],
    [
      'a fourth and a fifth kind are behind',
      ['asunto', 'ayuda', 'ayuda', 'tarde', 'impresora', 'duda'],
      0,
      [['duda 1', 'impresora 1', 'tarde 1'], 3],
    ],
    ['within the hour, none late: a cell that counts nothing', [], 4, [['tarde 0'], 0]],
    ['within the hour, some late: the same cell', ['tarde'], 4, [['tarde 1'], 0]],
    ['within the hour, in its place', ['duda', 'ayuda'], 1, [['duda 1', 'tarde 0', 'ayuda 1'], 0]],
  ] as [string, TipoUrgencia[], number, unknown][])('%s', (_, tipos, pronto, expected) =>
    expect(shown(tipos, pronto)).toEqual(expected),
  )

  it('an urgency is new if it was not there before; one that comes back is new again', () => {
    const [a, b, c] = of('duda', 'tarde', 'ayuda')
    if (!a || !b || !c) throw new Error()
    expect(nuevasOf([a, b, c], new Set([a.clave, c.clave]))).toEqual([b])
    expect(nuevasOf([a, b, c], new Set())).toEqual([a, b, c])
    expect(nuevasOf([], new Set([a.clave]))).toEqual([])
  })
})
