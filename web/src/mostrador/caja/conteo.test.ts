import { expect, it } from 'vitest'
import { NADA, readConteo } from './conteo.tsx'

it('a count is its notes and coins, in whole centavos', () => {
  const read = readConteo({ billetes: { 20000: '3', 100: ' 5 ', 500: '' }, monedas: '150,10' })
  expect(read).toMatchObject({
    total: 60_650.1,
    monedas: 150.1,
    mal: [],
    isMonedasMal: false,
    isEmpty: false,
  })
  expect(read.contados).toEqual([
    { valor: 20_000, cuantos: 3 },
    { valor: 100, cuantos: 5 },
  ])
})

it('wrong fields are named; an empty count is none, and 0 coins is one', () => {
  const wrong = readConteo({ billetes: { 1000: 'x', 200: '-1', 100: '1,5' }, monedas: 'nada' })
  expect([wrong.mal, wrong.isMonedasMal, wrong.total]).toEqual([[1_000, 200, 100], true, 0])
  expect(readConteo(NADA).isEmpty).toBe(true)
  expect(readConteo({ billetes: {}, monedas: '0' })).toMatchObject({ isEmpty: false, total: 0 })
})
