import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_OPCIONES, GRUPOS } from '../compra/archivo.ts'
import { type Contado, hojasOf } from '../compra/hojas.ts'
import { impresasOf, POR_CARILLA, pagesOf, runsFrom, runsOf } from '../compra/paginas.ts'
import { DEFAULT_TARIFAS, quote } from '../compra/precio.ts'
import { ladosSinColor, trabajosOf } from './trabajo.ts'

type File = Contado & { nombre: string }
const file = (change: Partial<File>): File => ({
  ...DEFAULT_OPCIONES,
  nombre: 'a.pdf',
  paginas: 1,
  paginas_color: new Set(),
  color_hasta: 0,
  ...change,
})

describe('print works', () => {
  test('a loose file is one work of its own pages', () => {
    expect(trabajosOf([file({ paginas: 11, duplicado: 2 })], DEFAULT_TARIFAS)).toEqual([
      {
        id: 1,
        nombre: 'a.pdf',
        copias: 2,
        hojas: 6,
        paginas: 11,
        lados: 2,
        borde: 'largo',
        color: false,
        anillado: false,
        grupo: null,
        hoja: 'A4',
        tomo: null,
        seleccion: [],
        tramos: [
          {
            archivo: 0,
            paginas: [[1, 11]],
            por_carilla: 1,
            grey: true,
            blankBacks: false,
            fillSheet: false,
          },
        ],
      },
    ])
  })

  test('in a volume every file starts on a fresh sheet, one-sided members get blank backs, b/w ones print grey', () => {
    const [work, ...others] = trabajosOf(
      [
        file({ nombre: 'a.pdf', paginas: 3, grupo: 'grupo0', orientacion: 'horizontal' }),
        file({ nombre: 'b.pdf', paginas: 2, grupo: 'grupo0', doble_faz: false, color: 'color' }),
        file({ nombre: 'c.pdf', paginas: 1, grupo: 'grupo0' }),
      ],
      DEFAULT_TARIFAS,
    )
    expect(others).toEqual([])
    expect(work).toMatchObject({
      nombre: 'Anillado 1',
      hojas: 2 + 2 + 1,
      paginas: 4 + 4 + 1,
      lados: 2,
      borde: 'corto',
      color: true,
      anillado: true,
      tramos: [
        { archivo: 0, paginas: [[1, 3]], grey: true, blankBacks: false, fillSheet: true },
        { archivo: 1, paginas: [[1, 2]], grey: false, blankBacks: true, fillSheet: true },
        { archivo: 2, paginas: [[1, 1]], grey: true, blankBacks: false, fillSheet: false },
      ],
    })
  })

  test('an all one-sided volume has no blank backs', () => {
    const files = [1, 2].map(() => file({ paginas: 3, grupo: 'grupo2', doble_faz: false }))
    expect(trabajosOf(files, DEFAULT_TARIFAS)).toMatchObject([{ lados: 1, paginas: 6, hojas: 6 }])
  })

  test('only the pages asked for, as many on a side as chosen, and the clerk is told', () => {
    const asked = file({ nombre: 'b.pdf', paginas: 30, rango: '1-10,15,20-', por_carilla: 4, duplicado: 3 })
    const text = 'páginas 1 a 10, 15 y 20 a 30 · 4 por carilla'
    const loose = { paginas: 6, hojas: 3, copias: 3, seleccion: [text] }
    expect(trabajosOf([asked], DEFAULT_TARIFAS)).toMatchObject([loose])
    const files = [file({ grupo: 'grupo0' }), { ...asked, grupo: 'grupo0' as const }]
    expect(trabajosOf(files, DEFAULT_TARIFAS)).toMatchObject([
      { paginas: 2 + 6, hojas: 4, seleccion: [`${text} · «b.pdf»`] },
    ])
  })

  test('a tome ends with a sheet, whatever stands on its sides', () => {
    const works = trabajosOf(
      [file({ paginas: 6000, anillado: true, rango: '2-3,11-', por_carilla: 4 })],
      DEFAULT_TARIFAS,
    )
    expect(works).toMatchObject([
      {
        tomo: { numero: 1, de: 2 },
        hojas: 375,
        tramos: [
          {
            paginas: [
              [2, 3],
              [11, 3008],
            ],
          },
        ],
      },
      { tomo: { numero: 2, de: 2 }, hojas: 374, paginas: 748, tramos: [{ paginas: [[3009, 6000]] }] },
    ])
  })

  test('more than 400 sheets are split at a sheet into tomes', () => {
    const works = trabajosOf([file({ paginas: 1001, anillado: true })], DEFAULT_TARIFAS)
    expect(works).toMatchObject([
      { tomo: { numero: 1, de: 2 }, hojas: 251, tramos: [{ paginas: [[1, 502]] }] },
      { tomo: { numero: 2, de: 2 }, hojas: 250, tramos: [{ paginas: [[503, 1001]] }] },
    ])
  })
})

const anyFile = fc
  .record({
    paginas: fc.integer({ min: 1, max: 1200 }),
    doble_faz: fc.boolean(),
    color: fc.constantFrom('color' as const, 'blanco y negro' as const),
    anillado: fc.boolean(),
    grupo: fc.constantFrom('default' as const, ...GRUPOS),
    duplicado: fc.integer({ min: 1, max: 9 }),
    por_carilla: fc.constantFrom(...POR_CARILLA),
    chosen: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 1200 }), { minLength: 1 })),
  })
  .map(({ chosen, ...options }) => {
    const pages = chosen?.filter((page) => page <= options.paginas).sort((a, b) => a - b)
    const rango =
      pages && pages.length > 0
        ? runsFrom(pages)
            .map((run) => run.join('-'))
            .join(',')
        : null
    return file({ ...options, rango })
  })

test('the works print what was priced: every page once, in order, on as many sheets', () => {
  fc.assert(
    fc.property(fc.array(anyFile, { minLength: 1, maxLength: 7 }), (files) => {
      const works = trabajosOf(files, DEFAULT_TARIFAS)
      for (const [index, asked] of files.entries()) {
        const tramos = works.flatMap((work) => work.tramos.filter(({ archivo }) => archivo === index))
        expect(tramos.flatMap(({ paginas }) => pagesOf(paginas))).toEqual(pagesOf(runsOf(asked)))
        const sides = tramos.map(({ paginas }) => Math.ceil(pagesOf(paginas).length / asked.por_carilla))
        expect(sides.reduce((sum, each) => sum + each, 0)).toBe(
          Math.ceil(impresasOf(asked) / asked.por_carilla),
        )
      }
      for (const { paginas, hojas, lados } of works) expect(hojasOf(paginas, lados === 2)).toBe(hojas)
      const priced = quote(files, DEFAULT_TARIFAS).archivos.reduce((sum, { hojas }) => sum + hojas, 0)
      expect(works.reduce((sum, { hojas }) => sum + hojas, 0)).toBe(priced)
    }),
  )
})

describe('colour that was not sold is printed grey', () => {
  const known = (paginas_color: number[], more: Partial<Parameters<typeof file>[0]> = {}) => ({
    ...file({ paginas: 8, color: 'color', ...more }),
    paginas_color: new Set(paginas_color),
    color_hasta: 8,
  })

  test('by the sheet, as it was priced, in one work and in order', () => {
    const [work] = trabajosOf([known([3])], DEFAULT_TARIFAS)
    expect(work).toMatchObject({ color: true, paginas: 8, hojas: 4 })
    expect(work?.tramos.map(({ paginas, grey }) => ({ paginas, grey }))).toEqual([
      { paginas: [[1, 2]], grey: true },
      { paginas: [[3, 4]], grey: false },
      { paginas: [[5, 8]], grey: true },
    ])
    expect(work && ladosSinColor(work)).toEqual([
      [1, 2],
      [5, 8],
    ])
  })

  test('a file none of whose printed pages has colour is black and white, whatever the price', () => {
    for (const color_por_hoja of [true, false]) {
      const tarifas = { ...DEFAULT_TARIFAS, color_por_hoja }
      const works = trabajosOf([known([]), known([8], { rango: '1-7' })], tarifas)
      expect(works.map(({ color }) => color)).toEqual([false, false])
      expect(works.flatMap((work) => ladosSinColor(work))).toEqual([])
    }
  })

  test('where colour is sold by the file, one page of it keeps all of the file in colour', () => {
    const [work] = trabajosOf([known([3])], { ...DEFAULT_TARIFAS, color_por_hoja: false })
    expect(work?.tramos).toMatchObject([{ paginas: [[1, 8]], grey: false }])
  })

  test('pages not examined yet count as colour', () => {
    const [work] = trabajosOf([{ ...known([]), color_hasta: 5 }], DEFAULT_TARIFAS)
    expect(work?.tramos.map(({ paginas, grey }) => ({ paginas, grey }))).toEqual([
      { paginas: [[1, 4]], grey: true },
      { paginas: [[5, 8]], grey: false },
    ])
  })

  test('blank sides of a volume are no colour', () => {
    const files = [
      known([1], { paginas: 1, grupo: 'grupo0' }),
      known([1, 2], { paginas: 2, grupo: 'grupo0' }),
    ]
    const [work] = trabajosOf(files, DEFAULT_TARIFAS)
    expect(work && ladosSinColor(work)).toEqual([[2, 2]])
  })
})
