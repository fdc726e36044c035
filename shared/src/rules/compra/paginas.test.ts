import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { DEFAULT_OPCIONES } from './archivo.ts'
import { carillasOf, countHojas, hojasOf, isColorPending } from './hojas.ts'
import {
  countPages,
  impresasOf,
  isImpresa,
  lastPageOf,
  MAX_RANGO,
  POR_CARILLA,
  pageBeyond,
  pagesOf,
  partial,
  rangoPaginasProblem,
  readRango,
  runsFrom,
  runsOf,
  seleccionText,
  sliceRuns,
} from './paginas.ts'

describe('a range as it was written', () => {
  it.each([
    ['1-10,15,20-', '1-10,15,20-'],
    [' 1 - 10 , 15 ,20 - ', '1-10,15,20-'],
    ['1\u201310', '1-10'],
    ['007', '7'],
    ['5-5', '5'],
    ['1,2,3', '1-3'],
    ['1-3,4-6,8', '1-6,8'],
    ['1-3,4-', '1-'],
  ])('%s is %s', (sent, rango) => expect(readRango(sent)).toEqual({ rango }))

  it.each([
    ['', /se escribe así/],
    [',', /se escribe así/],
    ['1,', /se escribe así/],
    ['-5', /se escribe así/],
    ['-', /se escribe así/],
    ['1-2-3', /se escribe así/],
    ['todas', /se escribe así/],
    ['0', /se escribe así/],
    ['0-3', /se escribe así/],
    ['1.5', /se escribe así/],
    ['1e3', /se escribe así/],
    ['\u0661', /se escribe así/],
    ['1 2', /se escribe así/],
    ['1234567', /se escribe así/],
    ['5-3', /de menor a mayor/],
    ['3,1', /de menor a mayor/],
    ['1-5,5', /de menor a mayor/],
    ['1-5,3-8', /de menor a mayor/],
    ['4,4', /de menor a mayor/],
    ['3-,9', /de menor a mayor/],
    ['1,'.repeat(MAX_RANGO), /demasiado largo/],
  ])('%.20s is refused', (sent, problem) =>
    expect(readRango(sent)).toEqual({ problem: expect.stringMatching(problem) }),
  )

  it.each([
    ['1-10,15,20-', 20, null],
    ['1-10,15,20-', 19, 20],
    ['1-10', 9, 10],
    ['12', 9, 12],
    ['1-10', 10, null],
  ])('%s of %d pages: the first it lacks is %s', (rango, paginas, page) =>
    expect(pageBeyond(rango, paginas)).toBe(page),
  )

  it('is refused for a file that is too short, in a sentence', () => {
    expect(rangoPaginasProblem('2-9', 3)).toBe('tiene 3 páginas y el rango pide la 9')
    expect(rangoPaginasProblem('2-', 1)).toBe('tiene 1 página y el rango pide la 2')
    expect(rangoPaginasProblem(null, 3)).toBeNull()
  })

  it('that names every page counts as none', () => {
    expect(partial({ paginas: 3, rango: '1-' })).toBeNull()
    expect(partial({ paginas: 3, rango: '1-3' })).toBeNull()
    expect(partial({ paginas: 3, rango: '2-' })).toBe('2-')
  })
})

it('is shown in a line, unless it is the whole file', () => {
  const text = (rango: string | null, por_carilla: 1 | 2 | 4) =>
    seleccionText({ paginas: 30, rango, por_carilla })
  expect(text(null, 1)).toBe('')
  expect(text('1-10,15', 2)).toBe('páginas 1 a 10 y 15 · 2 por carilla')
  expect(text('29-', 1)).toBe('páginas 29, 30')
  expect(text('30', 4)).toBe('página 30 · 4 por carilla')
  expect(text(null, 4)).toBe('4 por carilla')
  expect(text('1,3,5,7,9,11,13-20', 1)).toBe('páginas 1, 3, 5, 7, 9, 11 y otras 8')
})

const anyPages = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1 })
  .map((pages) => pages.sort((a, b) => a - b))
const write = (pages: number[]) => pages.join(',')

test('whatever pages are asked for are the pages that are printed, and the spelling is one', () => {
  fc.assert(
    fc.property(anyPages, fc.integer({ min: 0, max: 50 }), (pages, more) => {
      const read = readRango(write(pages))
      if ('problem' in read) throw new Error(read.problem)
      const archivo = { paginas: (pages.at(-1) ?? 0) + more, rango: read.rango }
      expect(pagesOf(runsOf(archivo))).toEqual(pages)
      expect(readRango(read.rango)).toEqual(read)
      expect(rangoPaginasProblem(read.rango, archivo.paginas)).toBeNull()
      expect(impresasOf(archivo)).toBe(pages.length)
      expect(lastPageOf(archivo)).toBe(pages.at(-1))
      const all = Array.from({ length: archivo.paginas }, (_, index) => index + 1)
      expect(all.filter(isImpresa(archivo))).toEqual(pages)
      expect(partial(archivo) === null).toBe(pages.length === archivo.paginas)
      const short = { paginas: (pages.at(-1) ?? 1) - 1, rango: read.rango }
      expect(rangoPaginasProblem(short.rango, short.paginas)).toContain('el rango pide la')
      expect(lastPageOf(short)).toBeLessThanOrEqual(short.paginas)
    }),
  )
})

test('a part of the pages by their places is that part of the list', () => {
  fc.assert(
    fc.property(anyPages, fc.nat(320), fc.nat(320), (pages, start, length) => {
      const runs = sliceRuns(runsFrom(pages), start, start + length)
      expect(pagesOf(runs)).toEqual(pages.slice(start, start + length))
      expect(countPages(runs)).toBe(pages.slice(start, start + length).length)
    }),
  )
})

test('no text makes it throw, and every range it reads can be written and read again', () => {
  const alphabet = fc.constantFrom(...'0123456789,,--\u2013 .ax')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(alphabet).map((list) => list.join('')),
      ),
      (text) => {
        const read = readRango(text)
        if ('rango' in read) expect(readRango(read.rango)).toEqual(read)
        else expect(read.problem).not.toBe('')
      },
    ),
  )
})

describe('sheets and colour', () => {
  const file = (change: object) => ({
    ...DEFAULT_OPCIONES,
    color: 'color' as const,
    paginas: 20,
    paginas_color: new Set([7]),
    color_hasta: 20,
    ...change,
  })

  it('one page with colour among those that share a side makes it a colour sheet', () => {
    expect(countHojas(file({ por_carilla: 4 }), true)).toEqual([
      { clase: { caras: 2, color: true }, cantidad: 1 },
      { clase: { caras: 2, color: false }, cantidad: 1 },
      { clase: { caras: 1, color: false }, cantidad: 1 },
    ])
  })

  it('a page with colour that is not printed costs nothing', () => {
    expect(countHojas(file({ rango: '1-6,8-' }), true).every(({ clase }) => !clase.color)).toBe(true)
  })

  it('pages after the last printed one need not be examined for colour', () => {
    expect(isColorPending(file({ rango: '1-8', color_hasta: 8 }))).toBe(false)
    expect(isColorPending(file({ rango: '9', color_hasta: 8 }))).toBe(true)
  })

  test('colour sheets are those of the pages that have it, by any range, sides and caras', () => {
    const options = fc.record({
      pages: anyPages,
      colored: fc.uniqueArray(fc.integer({ min: 1, max: 300 })),
      por_carilla: fc.constantFrom(...POR_CARILLA),
      doble_faz: fc.boolean(),
    })
    fc.assert(
      fc.property(options, ({ pages, colored, por_carilla, doble_faz }) => {
        const rango = write(pages)
        const archivo = file({
          paginas: 300,
          rango,
          por_carilla,
          doble_faz,
          paginas_color: new Set(colored),
          color_hasta: 300,
        })
        const perSheet = por_carilla * (doble_faz ? 2 : 1)
        const sheets = new Set(
          pages.flatMap((page, place) => (colored.includes(page) ? [Math.floor(place / perSheet)] : [])),
        )
        const kinds = countHojas(archivo, true)
        const sum = (some: typeof kinds) => some.reduce((total, { cantidad }) => total + cantidad, 0)
        expect(sum(kinds.filter(({ clase }) => clase.color))).toBe(sheets.size)
        expect(sum(kinds)).toBe(hojasOf(carillasOf(archivo), doble_faz))
        expect(sum(kinds)).toBe(Math.ceil(pages.length / perSheet))
      }),
    )
  })
})
