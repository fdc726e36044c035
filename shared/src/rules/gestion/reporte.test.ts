import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../base/fecha.ts'
import {
  diasOf,
  instantsOf,
  medioTitle,
  type Periodo,
  rangoDePeriodo,
  rangoFechasProblem,
} from './reporte.ts'
import { csvOf } from './reporte-csv.ts'

test('a range begins at 0:00 in Tucumán and ends before the 0:00 after its last day', () => {
  const { from, to } = instantsOf({ desde: '2026-11-20', hasta: '2026-11-21' })
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-11-20T03:00:00.000Z',
    '2026-11-22T03:00:00.000Z',
  ])
})

test('each instant is of the one day whose range holds it', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (date) => {
        const dia = dayOf(date)
        const { from, to } = instantsOf({ desde: dia, hasta: dia })
        expect(from <= date && date < to).toBe(true)
      },
    ),
  )
})

test.each([
  ['2026-11-21', '2026-11-21', null],
  ['2026-11-22', '2026-11-21', 'El rango termina antes de empezar.'],
  ['2024-01-01', '2024-12-31', null],
  ['2025-01-01', '2026-01-02', 'El rango es demasiado largo: hasta 366 días.'],
])('from %s to %s: %s', (desde, hasta, problem) => expect(rangoFechasProblem({ desde, hasta })).toBe(problem))

test.each<[Periodo, string, string, string]>([
  ['hoy', '2026-11-22T02:59:59Z', '2026-11-21', '2026-11-21'],
  ['hoy', '2026-11-22T03:00:00Z', '2026-11-22', '2026-11-22'],
  ['ayer', '2026-03-01T12:00:00Z', '2026-02-28', '2026-02-28'],
  ['semana', '2026-11-21T12:00:00Z', '2026-11-15', '2026-11-21'],
  ['mes', '2026-12-01T02:00:00Z', '2026-11-01', '2026-11-30'],
])('%s at %s is %s to %s', (periodo, now, desde, hasta) =>
  expect(rangoDePeriodo(periodo, now)).toEqual({ desde, hasta }),
)

test('the days of a range, over the end of a month', () =>
  expect(diasOf({ desde: '2026-02-27', hasta: '2026-03-02' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]))

test.each([
  ['debvisa', 'Visa débito'],
  ['tarjeta', 'Tarjeta'],
  [null, 'Sin medio informado'],
])('%s is paid with %s', (medio, title) => expect(medioTitle(medio)).toBe(title))

describe('a CSV', () => {
  const columns = [
    { title: 'Sucursal', kind: 'texto' },
    { title: 'Pesos', kind: 'pesos' },
    { title: 'Pedidos', kind: 'numero' },
  ] as const

  test('has a BOM, CRLF, decimal commas and quotes where they are needed', () => {
    expect(csvOf(columns, [['Alberdi, "centro"', -1234.5, 3]])).toBe(
      '\uFEFFSucursal,Pesos,Pedidos\r\n"Alberdi, ""centro""","-1234,50",3\r\n',
    )
    expect(csvOf(columns, [['a\nb', 0.1, null]], ';')).toBe(
      '\uFEFFSucursal;Pesos;Pedidos\r\n"a\nb";0,10;\r\n',
    )
  })

  test('writes a day as people in Argentina do', () => {
    expect(csvOf([{ title: 'Día', kind: 'fecha' }], [['2026-11-20'], [null]])).toBe(
      '\uFEFFDía\r\n20/11/2026\r\n\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1'])('%j is text, not a formula', (typed) => {
    expect(csvOf(columns, [[typed, 1, 1]])).toContain(`'${typed}`)
  })

  test.each([
    ['ana@x.com;=1+1', ',', "ana@x.com;'=1+1"],
    ['ana@x.com,@SUM(A1)', ';', "ana@x.com,'@SUM(A1)"],
    ['5\t-1', ',', "5\t'-1"],
    ['hojas; 1, 2', ',', '"hojas; 1, 2"'],
  ] as const)(
    '%j is no formula either where a spreadsheet splits cells by another sign',
    (typed, sign, cell) => {
      expect(
        csvOf(columns, [[typed, 1, 1]], sign)
          .split('\r\n')[1]
          ?.startsWith(cell),
      ).toBe(true)
    },
  )

  test('no cell is a formula, wherever a spreadsheet splits cells and whatever it makes of quotes', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'=+-@,;"\t\r\n a1') })
    fc.assert(
      fc.property(typed, fc.constantFrom<',' | ';'>(',', ';'), (text, separator) => {
        const cells = csvOf(columns, [[text, 1, 1]], separator).split(/[,;\t\r\n]/)
        expect(cells.filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('read back by the standard’s rules it has the written values', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.constantFrom<',' | ';'>(',', ';'))), (rows) => {
        for (const [text, separator] of rows) {
          const [, line = ''] =
            /^[^\r]*\r\n([\s\S]*)\r\n$/.exec(csvOf(columns, [[text, 1, 1]], separator)) ?? []
          const [, bare = '', inside] =
            /^((?:"((?:[^"]|"")*)")|[^"]*?)[,;](?:"1,00"|1,00)[,;]1$/.exec(line) ?? []
          const read = inside === undefined ? bare : inside.replaceAll('""', '"')
          expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        }
      }),
    )
  })
})
