import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeHojas } from '../fidelidad/canje.ts'
import { hojasReglas } from '../fidelidad/reglas.ts'
import { DEFAULT_OPCIONES, GRUPOS, MAX_COPIAS } from './archivo.ts'
import { NOMBRES_HOJA, type OtraHoja } from './hoja.ts'
import type { Contado } from './hojas.ts'
import { POR_CARILLA } from './paginas.ts'
import {
  anilladoPrice,
  DEFAULT_TARIFAS,
  hojaOfrecida,
  hojasOfrecidas,
  importeFinal,
  type PreciosHoja,
  quote,
  splitTomos,
  tarifasProblem,
} from './precio.ts'

const contado = (change: Partial<Contado>): Contado => ({
  ...DEFAULT_OPCIONES,
  paginas: 1,
  paginas_color: new Set(),
  color_hasta: change.paginas ?? 1,
  ...change,
})
const priceOf = (change: Partial<Contado>) => quote([contado(change)], DEFAULT_TARIFAS).total_impresion / 100

describe('the price of printing', () => {
  test('the example: 11 pages, two-sided, b/w, 2 copies, bound', () => {
    const { archivos, volumenes, ...totals } = quote(
      [contado({ paginas: 11, duplicado: 2, anillado: true })],
      DEFAULT_TARIFAS,
    )
    expect(archivos).toEqual([{ hojas: 6, importe: 1800_00 }])
    expect(volumenes).toEqual([
      { grupo: null, archivos: [0], hojas: 6, copias: 2, tomos: [6], importe: 2400_00 },
    ])
    expect(totals).toEqual({ total_impresion: 1800_00, total_anillado: 2400_00 })
    expect(importeFinal(totals, 5)).toEqual({ impresion: 1710_00, anillado: 2280_00, importe_final: 3990_00 })
  })

  test.each([
    [1, true, 100],
    [2, true, 160],
    [3, true, 260],
    [1, false, 100],
    [3, false, 300],
  ])('%i pages, two-sided %s: %i pesos', (paginas, doble_faz, pesos) => {
    expect(priceOf({ paginas, doble_faz })).toBe(pesos)
  })

  test.each([
    ['no colour at all', [], 260],
    ['colour on the front of the first sheet', [1], 800],
    ['colour on the back of the first sheet', [2], 800],
    ['colour on the last odd page only', [3], 160 + 400],
    ['colour everywhere', [1, 2, 3], 700 + 400],
  ])('a colour file of 3 pages with %s', (_, pages, pesos) => {
    expect(priceOf({ paginas: 3, color: 'color', paginas_color: new Set(pages) })).toBe(pesos)
  })

  test('colour pages of a b/w file cost nothing more', () => {
    expect(priceOf({ paginas: 3, paginas_color: new Set([1, 2, 3]) })).toBe(260)
  })

  test('pages not examined yet count as colour; examined ones by their own colour', () => {
    expect(priceOf({ paginas: 4, color: 'color', color_hasta: 0 })).toBe(1400)
    expect(priceOf({ paginas: 4, color: 'color', color_hasta: 2 })).toBe(160 + 700)
    expect(priceOf({ paginas: 3, color: 'color', color_hasta: 2 })).toBe(160 + 400)
  })

  test('without colour by the sheet every sheet of a colour file is colour', () => {
    const tarifas = { ...DEFAULT_TARIFAS, color_por_hoja: false }
    expect(quote([contado({ paginas: 3, color: 'color' })], tarifas).total_impresion).toBe(1100_00)
  })
})

describe('binding', () => {
  test.each([
    [1, 1200],
    [50, 1200],
    [51, 1600],
    [120, 1600],
    [121, 2200],
    [250, 2200],
    [251, 3000],
    [400, 3000],
  ])('%i sheets: %i pesos', (hojas, pesos) => {
    expect(anilladoPrice(hojas, DEFAULT_TARIFAS)).toBe(pesos * 100)
  })

  test.each([
    [400, [400]],
    [401, [201, 200]],
    [800, [400, 400]],
    [801, [267, 267, 267]],
    [1000, [334, 333, 333]],
  ])('%i sheets make the tomes %j', (hojas, tomos) => {
    expect(splitTomos(hojas, DEFAULT_TARIFAS)).toEqual(tomos)
  })

  test('a group is one volume: bound whatever its files say, highest copies, first orientation', () => {
    const files = [
      contado({ paginas: 3, grupo: 'grupo1', duplicado: 2, orientacion: 'horizontal' }),
      contado({ paginas: 5, grupo: 'grupo1', duplicado: 3 }),
    ]
    const { archivos, volumenes } = quote(files, DEFAULT_TARIFAS)
    expect(archivos.map(({ importe }) => importe)).toEqual([260_00 * 3, 420_00 * 3])
    expect(volumenes).toEqual([
      { grupo: 'grupo1', archivos: [0, 1], hojas: 5, copias: 3, tomos: [5], importe: 3600_00 },
    ])
  })
})

describe('discounts', () => {
  test('print 1003 and binding 501 with 5 %: each rounded half up to whole pesos', () => {
    expect(importeFinal({ total_impresion: 1003_00, total_anillado: 501_00 }, 5)).toEqual({
      impresion: 953_00,
      anillado: 476_00,
      importe_final: 1429_00,
    })
  })
  test.each([
    [10_00, 5, 10_00], // 9.50 rounds up
    [10_00, 5.01, 9_00], // 9.499 rounds down
    [100_49, 0, 100_00],
    [100_50, 0, 101_00],
    [999_00, 100, 0],
    [999_00, 250, 0],
  ])('%i centavos with %d percent off: %i', (centavos, percent, left) => {
    expect(importeFinal({ total_impresion: centavos, total_anillado: 0 }, percent).importe_final).toBe(left)
  })
})

describe('a price list', () => {
  test('the default one is fine', () => expect(tarifasProblem(DEFAULT_TARIFAS)).toBeNull())
  test.each([
    ['two sides for less than one', { byn: { una: 100, dos: 99 } }, /Doble faz/],
    ['colour for less than b/w', { color: { una: 99_00, dos: 700_00 } }, /Color/],
    [
      'a thicker binding for less',
      {
        anillado: [
          { hasta: 10, precio: 5 },
          { hasta: 20, precio: 4 },
        ],
      },
      /más grueso/,
    ],
    ['a negative price', { byn: { una: -1, dos: 0 } }, /negativo/],
    [
      'bindings out of order',
      {
        anillado: [
          { hasta: 20, precio: 5 },
          { hasta: 20, precio: 5 },
        ],
      },
      /menos a más/,
    ],
    ['no binding', { anillado: [] }, /al menos un/],
  ])('%s is refused', (_, change, message) => {
    expect(tarifasProblem({ ...DEFAULT_TARIFAS, ...change })).toMatch(message)
  })
})

describe('other paper', () => {
  const PRECIOS = { byn: { una: 250_00, dos: 400_00 }, color: { una: 900_00, dos: 1_500_00 } }
  const tarifas = { ...DEFAULT_TARIFAS, hojas: { A3: PRECIOS } }
  const file = (change: Partial<Contado> = {}): Contado => ({
    ...DEFAULT_OPCIONES,
    paginas: 3,
    paginas_color: new Set<number>(),
    color_hasta: 3,
    ...change,
  })

  test('has its own prices, by ink and sides; binding costs the same', () => {
    const { archivos, total_anillado } = quote(
      [
        file({ hoja: 'A3', anillado: true }),
        file({ hoja: 'A3', color: 'color', paginas_color: new Set([1]) }),
        file(),
      ],
      tarifas,
    )
    expect(archivos.map(({ importe }) => importe)).toEqual([650_00, 1_750_00, 260_00])
    expect(total_anillado).toBe(1200_00)
  })

  test('without a price it has none: nothing is charged as A4', () => {
    expect(() => quote([file({ hoja: 'Oficio' })], tarifas)).toThrow(RangeError)
    expect(hojasOfrecidas(tarifas)).toEqual(['A4', 'A3'])
    expect([hojaOfrecida(tarifas, 'A3'), hojaOfrecida(tarifas, 'Oficio')]).toEqual(['A3', 'A4'])
  })

  test('free sheets are A4', () => {
    expect(freeHojas([file({ hoja: 'A3' }), file()], tarifas, 10)).toEqual({
      cubiertas: 2,
      descuento: 260_00,
    })
    expect(hojasReglas([file({ hoja: 'A3' })], tarifas, { hojas: 5, cubiertas: 0, otras: 0 })).toContain(
      'Las hojas A3 no entran: el código es de hojas A4.',
    )
  })
})

/** A shop that sells all paper. */
const TODO = {
  ...DEFAULT_TARIFAS,
  hojas: {
    A3: { byn: { una: 250_00, dos: 400_00 }, color: { una: 900_00, dos: 1_500_00 } },
    Oficio: { byn: { una: 130_00, dos: 200_00 }, color: { una: 500_00, dos: 800_00 } },
  } satisfies Record<OtraHoja, PreciosHoja>,
}

const anyFile = fc
  .record({
    paginas: fc.integer({ min: 1, max: 900 }),
    doble_faz: fc.boolean(),
    color: fc.constantFrom('color' as const, 'blanco y negro' as const),
    orientacion: fc.constantFrom('vertical' as const, 'horizontal' as const),
    duplicado: fc.integer({ min: 1, max: MAX_COPIAS }),
    anillado: fc.boolean(),
    rango: fc.constantFrom(null, '1', '2-', '1,3-'),
    por_carilla: fc.constantFrom(...POR_CARILLA),
    hoja: fc.constantFrom(...NOMBRES_HOJA),
    grupo: fc.constantFrom('default' as const, ...GRUPOS),
    colorPages: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 }),
    color_hasta: fc.integer({ min: 0, max: 900 }),
  })
  .map(({ colorPages, ...file }): Contado => ({ ...file, paginas_color: new Set(colorPages) }))
const total = (files: Contado[]) => {
  const { total_impresion, total_anillado } = quote(files, TODO)
  return total_impresion + total_anillado
}

describe('laws', () => {
  test('the sum of the lines is the total', () => {
    fc.assert(
      fc.property(fc.array(anyFile, { minLength: 1, maxLength: 8 }), (files) => {
        const { archivos, volumenes, total_impresion, total_anillado } = quote(files, TODO)
        expect(archivos.reduce((sum, { importe }) => sum + importe, 0)).toBe(total_impresion)
        expect(volumenes.reduce((sum, { importe }) => sum + importe, 0)).toBe(total_anillado)
      }),
    )
  })
  test('more pages or more copies never cost less', () => {
    fc.assert(
      fc.property(fc.array(anyFile, { minLength: 1, maxLength: 6 }), fc.nat(5), (files, at) => {
        const index = at % files.length
        const with_ = (change: Partial<Contado>) =>
          files.map((file, i) => (i === index ? { ...file, ...change } : file))
        const file = files[index] as Contado
        expect(total(with_({ paginas: file.paginas + 1 }))).toBeGreaterThanOrEqual(total(files))
        expect(total(with_({ duplicado: file.duplicado + 1 }))).toBeGreaterThanOrEqual(total(files))
      }),
    )
  })
  test('knowing more about colour never raises the price', () => {
    fc.assert(
      fc.property(anyFile, fc.nat(900), (file, more) => {
        expect(total([{ ...file, color_hasta: file.color_hasta + more }])).toBeLessThanOrEqual(total([file]))
      }),
    )
  })
  test('tomes add up and differ by at most one sheet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (hojas) => {
        const tomos = splitTomos(hojas, DEFAULT_TARIFAS)
        expect(tomos.reduce((sum, tomo) => sum + tomo, 0)).toBe(hojas)
        expect(Math.max(...tomos) - Math.min(...tomos)).toBeLessThanOrEqual(1)
        expect(Math.max(...tomos)).toBeLessThanOrEqual(400)
      }),
    )
  })
})
