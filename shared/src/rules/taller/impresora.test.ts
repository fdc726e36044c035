import { describe, expect, it } from 'vitest'
import { chooseImpresora, type Ficha, impedimentos, LADOS, ladoOf, placeOfImpresora } from './impresora.ts'

const all = {
  pdf: true,
  dos_pasos: true,
  lados: LADOS,
  color: true,
  copias_max: 99,
  copias: 'impresora' as const,
}
const byn: Ficha = { copias: 1, lados: 2, borde: 'largo', color: false }

it.each([
  [1, 'largo', 'one-sided'],
  [1, 'corto', 'one-sided'],
  [2, 'largo', 'two-sided-long-edge'],
  [2, 'corto', 'two-sided-short-edge'],
] as const)('%i sides on the %s edge are %s', (lados, borde, lado) => {
  expect(ladoOf({ lados, borde })).toBe(lado)
})

describe('the works that a printer cannot do', () => {
  it.each<[string, Partial<typeof all>, Partial<Ficha>, number]>([
    ['nothing', {}, {}, 0],
    ['as many copies as it makes', {}, { copias: 99 }, 0],
    ['one more', {}, { copias: 100 }, 1],
    [
      'any number, where the document repeats them',
      { copias: 'repetir_en_pdf' } as never,
      { copias: 500 },
      0,
    ],
    ['any number, where it does not say', { copias_max: 0 }, { copias: 500 }, 0],
    ['colour', { color: false }, { color: true }, 1],
    ['the short edge', { lados: ['one-sided', 'two-sided-long-edge'] as never }, { borde: 'corto' }, 1],
    ['PDF', { pdf: false }, {}, 1],
    ['jobs in two steps', { dos_pasos: false }, {}, 1],
    ['A4, where it names its paper and A4 is not among it', { hojas: ['A3'] } as never, {}, 1],
    ['any paper of the shop, where it names other paper only', { hojas: [], cuenta: false } as never, {}, 1],
    ['A4, where an older agent found no paper that it knows', { hojas: [] } as never, {}, 0],
    ['A3, where an older agent found no paper that it knows', { hojas: [] } as never, { hoja: 'A3' }, 1],
    ['A4 that it names', { hojas: ['A4', 'A3'] } as never, {}, 0],
    ['A3 where it never said its paper', {}, { hoja: 'A3' }, 1],
  ])('%s', (_, perfil, ficha, problems) => {
    expect(impedimentos({ ...byn, ...ficha }, { ...all, ...perfil })).toHaveLength(problems)
  })
})

it('a printer that does not list its sides is not said to lack the second one, where one is asked for', () => {
  const silent = { ...all, lados: [] }
  expect(impedimentos({ ...byn, lados: 1 }, silent)).toEqual(['No dice que imprima de un solo lado.'])
  expect(impedimentos(byn, silent)).toEqual(['No imprime en doble faz de esa manera.'])
})

describe('where a work goes by itself', () => {
  const one = (id: number, more: object = {}) => ({ id, anda: true, perfil: all, en_cola: 0, ...more })
  const mono = { ...all, color: false }
  it.each<[string, ReturnType<typeof one>[], Ficha, number | null]>([
    ['nowhere without printers', [], byn, null],
    ['not to one that cannot', [one(1, { perfil: mono })], { ...byn, color: true }, null],
    ['black and white rather to one without colour', [one(1), one(2, { perfil: mono })], byn, 2],
    ['rather to one that works', [one(1), one(2, { perfil: mono, anda: false })], byn, 1],
    ['to the shorter queue', [one(1, { en_cola: 9 }), one(2, { en_cola: 8 })], byn, 2],
    ['to one that was not asked yet', [one(1, { perfil: null })], { ...byn, color: true }, 1],
    [
      'not to one that takes no jobs in two steps',
      [one(1, { perfil: { ...all, dos_pasos: false } })],
      byn,
      null,
    ],
    [
      'not on A4 to one that names its paper without A4',
      [one(1, { perfil: { ...all, hojas: ['A3'] } })],
      byn,
      null,
    ],
    ['of equals to the first', [one(2), one(1)], byn, 1],
  ])('%s', (_, impresoras, ficha, id) => {
    expect(chooseImpresora(ficha, impresoras)?.id ?? null).toBe(id)
  })
})

it.each([
  ['ipps://192.168.0.31/ipp/print/', 'ipp://192.168.0.31:631/ipp/print', true],
  ['IPP://192.168.0.31:8631/a', 'ipps://192.168.0.31:8631/a', true],
  ['ipp://192.168.0.31:80/a', 'ipp://192.168.0.31:631/a', false],
  ['ipps://192.168.0.31:443/a', 'ipps://192.168.0.31/a', false],
  ['ipps://192.168.0.31:443/a', 'IPPS://192.168.0.31:443/a/', true],
  ['ipp://192.168.0.31/a', 'ipp://192.168.0.31/b', false],
  ['ipp://192.168.0.31/a', 'ipp://192.168.0.32/a', false],
])('%s and %s are one printer: %s', (one, other, isOne) => {
  expect(placeOfImpresora(one) === placeOfImpresora(other)).toBe(isOne)
})

it('says which paper is missing, also where a work names none because it is A4', () => {
  expect(impedimentos(byn, { ...all, hojas: ['A3'] })).toEqual(['No tiene hojas A4.'])
  expect(impedimentos({ ...byn, hoja: 'A3' }, all)).toEqual(['No tiene hojas A3.'])
})
