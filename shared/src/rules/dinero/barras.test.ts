import { describe, expect, test } from 'vitest'
import { barrasOf, inFours } from './barras.ts'

/** Widths as a scanner sees them: symbols of six, the last of seven. */
const symbolsOf = (widths: readonly number[]): string[] => {
  const text = widths.join('')
  return [...(text.slice(0, -7).match(/.{6}/g) ?? []), text.slice(-7)]
}

describe('the bars of a ticket', () => {
  test('every pair of digits has a symbol of its own, 11 modules wide, whose bars are even in all', () => {
    const pairs = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
    const symbols = pairs.map((pair) => symbolsOf(barrasOf(pair) ?? [])[1] ?? '')
    expect(new Set(symbols).size).toBe(100)
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number)
      expect([symbol, widths.reduce((sum, one) => sum + one, 0)]).toEqual([symbol, 11])
      const bars = widths.filter((_, index) => index % 2 === 0).reduce((sum, one) => sum + one, 0)
      expect([symbol, bars % 2]).toEqual([symbol, 0])
    }
  })

  // Start C, 12, 34, the check (105 + 12 + 2 x 34) % 103 = 82, stop
  test('begin with set C, and end with their check and the stop', () => {
    expect(symbolsOf(barrasOf('1234') ?? [])).toEqual(['211232', '112232', '131123', '121241', '2331112'])
  })

  test.each(['', '123', '12a4', '1234 ', '１２'])('are none of %j', (text) => {
    expect(barrasOf(text)).toBeNull()
  })
})

test('a long number is written in groups of four digits', () => {
  expect(inFours('3335008800')).toBe('3335 0088 00')
})
