import { expect, it } from 'vitest'
import { CALCULO, calculate, paginasEscritas } from './calculadora.ts'
import { DEFAULT_TARIFAS } from './precio.ts'

it.each([
  // 60 sheets of two sides, 160 each, and the binding up to 120 sheets, 5 % off
  [{ anillado: true }, 5, { hojas: 60, tomos: 1, importe: 10_640_00 }],
  [{}, 0, { hojas: 60, tomos: 0, importe: 9_600_00 }],
  [{ doble_faz: false }, 0, { hojas: 120, tomos: 0, importe: 12_000_00 }],
  [{ color: 'color' }, 0, { hojas: 60, tomos: 0, importe: 42_000_00 }],
  // The last sheet has one side
  [{ paginas: 3 }, 0, { hojas: 2, tomos: 0, importe: 260_00 }],
  // Thicker than the thickest spiral: 500 sheets in two tomes
  [{ paginas: 1000, anillado: true }, 0, { hojas: 500, tomos: 2 }],
] as const)('%j at %d percent off', (change, percent, expected) => {
  expect(calculate({ ...CALCULO, ...change }, DEFAULT_TARIFAS, percent)).toMatchObject(expected)
})

it.each([
  ['120', 120],
  [' 1 ', 1],
  ['1.500', 1500],
  ['5000', 5000],
  ['5.000', 5000],
  ['007', 7],
])('«%s» are %d pages', (text, paginas) => expect(paginasEscritas(text)).toBe(paginas))

// A dot stands before three digits: «12.30» is money, or a mistake, and never 1230 pages
const NO_PAGES = [
  '',
  '0',
  '-3',
  '5001',
  '1,5',
  'muchas',
  '1e3',
  '12.30',
  '1.5',
  '.500',
  '1.50.0',
  '1500.000',
  '1.',
]
it.each([...NO_PAGES, '9'.repeat(400)])('%j is no number of pages', (text) =>
  expect(paginasEscritas(text)).toBeNull(),
)
