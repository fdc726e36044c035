import { describe, expect, it } from 'vitest'
import { ageText, durationText, plazoOf, whenText } from './tiempo.ts'

const MINUTE = 60_000
// 11:00 in Tucumán
const NOW = Date.parse('2026-11-21T14:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()

it.each([
  [0, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [65, '1 h 05'],
  [72, '1 h 12'],
  [24 * 60 - 1, '23 h 59'],
  [24 * 60, '1 día'],
  [49 * 60, '2 días'],
])('durationText of %i minutes is %s', (minutes, text) => expect(durationText(minutes * MINUTE)).toBe(text))

it.each([
  [0.5, 'recién'],
  [-3, 'recién'],
  [1, 'hace 1 min'],
  [90, 'hace 1 h 30'],
  [72 * 60, 'hace 3 días'],
])('ageText of %f minutes is %s', (minutes, text) => expect(ageText(at(-minutes), NOW)).toBe(text))

describe('whenText', () => {
  it('is the hour alone on the same day of the shop, whatever the day in UTC', () => {
    expect(whenText('2026-11-21T14:30:00Z', NOW)).toBe('11:30')
    expect(whenText('2026-11-22T02:30:00Z', NOW)).toBe('23:30')
    expect(whenText('2026-11-22T03:30:00Z', NOW)).toBe('dom 22/11, 00:30')
  })
})

describe('plazoOf', () => {
  it.each([
    [31, { text: '11:31', tone: 'normal' }],
    [30, { text: '11:30', tone: 'pronto' }],
    [0, { text: '11:00', tone: 'pronto' }],
    [-8, { text: '10:52, 8 min tarde', tone: 'tarde' }],
  ] as const)('%i minutes from now', (minutes, plazo) => expect(plazoOf(at(minutes), NOW)).toEqual(plazo))
})
