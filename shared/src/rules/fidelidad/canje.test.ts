import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_OPCIONES, GRUPOS } from '../compra/archivo.ts'
import type { Contado } from '../compra/hojas.ts'
import { DEFAULT_TARIFAS, importeFinal, quote } from '../compra/precio.ts'
import { type CodigoValor, coverable, freeHojas, priceWithCodigos } from './canje.ts'

const contado = (change: Partial<Contado>): Contado => ({
  ...DEFAULT_OPCIONES,
  paginas: 1,
  paginas_color: new Set(),
  color_hasta: change.paginas ?? 1,
  ...change,
})
const free = (hojas: number, ...files: Partial<Contado>[]) => {
  const { cubiertas, descuento } = freeHojas(files.map(contado), DEFAULT_TARIFAS, hojas)
  return [cubiertas, descuento / 100]
}

describe('the sheets that a code covers', () => {
  test.each<[string, number, Partial<Contado>[], number[]]>([
    ['two-sided b/w sheets', 10, [{ paginas: 10 }], [5, 800]],
    ['the last odd sheet too, which is cheaper', 10, [{ paginas: 11 }], [6, 900]],
    ['the dearest first', 5, [{ paginas: 11 }], [5, 800]],
    ['the dearest first, across files', 6, [{ paginas: 1, duplicado: 4 }, { paginas: 12 }], [6, 960]],
    ['all copies', 100, [{ paginas: 4, duplicado: 3 }], [6, 960]],
    ['not one-sided files', 10, [{ paginas: 10, doble_faz: false }], [0, 0]],
    ['not colour', 10, [{ paginas: 2, color: 'color', paginas_color: new Set([1]) }], [0, 0]],
    [
      'sheets of a colour file without colour',
      10,
      [{ paginas: 4, color: 'color', paginas_color: new Set([1]) }],
      [1, 160],
    ],
    ['not those of a one-sided colour file', 10, [{ paginas: 4, color: 'color', doble_faz: false }], [0, 0]],
    ['nothing that is not known yet', 10, [{ paginas: 4, color: 'color', color_hasta: 0 }], [0, 0]],
    [
      'as many copies as the group makes',
      9,
      [
        { paginas: 2, grupo: 'grupo0' },
        { paginas: 2, grupo: 'grupo0', duplicado: 4 },
      ],
      [8, 1280],
    ],
    ['nothing with no sheets', 0, [{ paginas: 10 }], [0, 0]],
  ])('%s', (_, hojas, files, expected) => expect(free(hojas, ...files)).toEqual(expected))

  test('a colour file priced whole as colour is not covered at all', () => {
    const tarifas = { ...DEFAULT_TARIFAS, color_por_hoja: false }
    expect(freeHojas([contado({ paginas: 4, color: 'color' })], tarifas, 9)).toEqual({
      cubiertas: 0,
      descuento: 0,
    })
  })
})

describe('the price with codes', () => {
  const files = [contado({ paginas: 11, duplicado: 2, anillado: true })]
  const price = (codigos: CodigoValor[], web = 5) => priceWithCodigos(files, DEFAULT_TARIFAS, web, codigos)

  test('free sheets off the print first, then the percentages added up, print and binding apart', () => {
    const { usos, ...priced } = price([
      { tipo: 'porcentaje', porcentaje: 8 },
      { tipo: 'hojas', hojas: 10 },
    ])
    expect(priced).toEqual({
      total_impresion: 1800_00,
      total_anillado: 2400_00,
      descuento_hojas: 1600_00,
      descuento_codigo: 8,
      final_impresion: 174_00,
      final_anillado: 2088_00,
      total_otros: 0,
      final_otros: 0,
      importe_final: 2262_00,
    })
    // The price is 3990 without codes, 190 + 2280 after the sheets, and 2262 after the percent
    expect(usos).toEqual([
      { cubiertas: 0, descuento: 208_00 },
      { cubiertas: 10, descuento: 1520_00 },
    ])
  })

  test('of two sheets codes the first is used up before the second', () => {
    const codigos: CodigoValor[] = [10, 10, 5].map((hojas) => ({ tipo: 'hojas', hojas }))
    expect(price(codigos).usos.map(({ cubiertas }) => cubiertas)).toEqual([10, 2, 0])
  })

  test('a hundred per cent and more is free, not less', () => {
    expect(price([{ tipo: 'porcentaje', porcentaje: 99 }]).importe_final).toBe(0)
    expect(price([{ tipo: 'porcentaje', porcentaje: 100 }], 50).importe_final).toBe(0)
  })
})

const anyContado = fc
  .record({
    grupo: fc.constantFrom(...GRUPOS, 'default' as const),
    doble_faz: fc.boolean(),
    color: fc.constantFrom('color' as const, 'blanco y negro' as const),
    duplicado: fc.integer({ min: 1, max: 20 }),
    anillado: fc.boolean(),
    paginas: fc.integer({ min: 1, max: 30 }),
    coloured: fc.array(fc.integer({ min: 1, max: 30 })),
    color_hasta: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ coloured, ...change }) => contado({ ...change, paginas_color: new Set(coloured) }))
const anyFiles = fc.array(anyContado, { minLength: 1, maxLength: 5 })
const anyCodigos = fc.array(
  fc.oneof(
    fc.record({ tipo: fc.constant('hojas' as const), hojas: fc.integer({ min: 0, max: 300 }) }),
    fc.record({ tipo: fc.constant('porcentaje' as const), porcentaje: fc.integer({ min: 0, max: 100 }) }),
  ),
  { maxLength: 4 },
)
const anyWeb = fc.integer({ min: 0, max: 100 })

describe('of any order and any codes', () => {
  test('the price is never negative, never above the price without codes, and the codes’ discounts are the difference', () =>
    fc.assert(
      fc.property(anyFiles, anyCodigos, anyWeb, (files, codigos, web) => {
        const quoted = quote(files, DEFAULT_TARIFAS)
        const plain = importeFinal(quoted, web)
        const priced = priceWithCodigos(files, DEFAULT_TARIFAS, web, codigos)
        expect(priced.total_impresion).toBe(quoted.total_impresion)
        expect(priced.total_anillado).toBe(quoted.total_anillado)
        expect(priced.final_impresion).toBeGreaterThanOrEqual(0)
        expect(priced.importe_final).toBe(priced.final_impresion + priced.final_anillado)
        expect(priced.importe_final % 100).toBe(0)
        const taken = priced.usos.reduce((sum, { descuento }) => sum + descuento, 0)
        expect(taken).toBe(plain.importe_final - priced.importe_final)
        for (const { descuento } of priced.usos) expect(descuento).toBeGreaterThanOrEqual(0)
        expect(priced.descuento_hojas).toBeLessThanOrEqual(quoted.total_impresion)
      }),
    ))

  test('the order of the codes does not move the price', () =>
    fc.assert(
      fc.property(anyFiles, anyCodigos, anyWeb, (files, codigos, web) => {
        const one = priceWithCodigos(files, DEFAULT_TARIFAS, web, codigos)
        const other = priceWithCodigos(files, DEFAULT_TARIFAS, web, codigos.toReversed())
        expect(other.importe_final).toBe(one.importe_final)
      }),
    ))

  test('one sheet more never covers less, never at a higher price than the sheet before', () =>
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 0, max: 100 }), (files, hojas) => {
        const at = (amount: number) => freeHojas(files, DEFAULT_TARIFAS, amount)
        const [a, b, c] = [at(hojas), at(hojas + 1), at(hojas + 2)]
        expect(b.descuento).toBeGreaterThanOrEqual(a.descuento)
        expect(c.descuento - b.descuento).toBeLessThanOrEqual(b.descuento - a.descuento)
        expect(b.cubiertas - a.cubiertas).toBe(b.descuento > a.descuento ? 1 : 0)
      }),
    ))

  test('all that can be covered is at most all b/w print, and covered to the last sheet by enough of them', () =>
    fc.assert(
      fc.property(anyFiles, (files) => {
        const all = coverable(files, DEFAULT_TARIFAS).reduce((sum, { cantidad }) => sum + cantidad, 0)
        expect(freeHojas(files, DEFAULT_TARIFAS, all + 7).cubiertas).toBe(all)
        const loose = files.map((file) => ({ ...file, anillado: false, grupo: 'default' as const }))
        const onlyByn = loose.every(({ color, doble_faz }) => color !== 'color' && doble_faz)
        if (onlyByn)
          expect(freeHojas(loose, DEFAULT_TARIFAS, 1_000_000).descuento).toBe(
            quote(loose, DEFAULT_TARIFAS).total_impresion,
          )
      }),
    ))
})
