import { expect, it } from 'vitest'
import { COLORES, CUALES_COLORES } from './colores.ts'

/** As in the style sheets: dark text, softer text, paper, sheet. */
const [INK, SOFT, PAPER, KRAFT, SHEET] = ['#17202e', '#4a5466', '#fbf6ea', '#f3ecdc', '#ffffff']
/** WCAG 2.2 AA: of text, and of lines and marks. */
const [TEXT, MARK] = [4.5, 3]

/** WCAG 2.2: of two colours like '#1b3fbf', 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

it('measures as WCAG says', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
  expect(contrastOf('#1b3fbf', '#1b3fbf')).toBe(1)
})

it('every set is there once', () => {
  expect(Object.keys(COLORES)).toEqual([...CUALES_COLORES])
})

it.each(CUALES_COLORES)('%s: all that is written on it, or in it, can be read', (cual) => {
  const { tinta, tintaOscura, tintaClara, acento, acentoClaro } = COLORES[cual]
  for (const dark of [tinta, tintaOscura])
    for (const light of [SHEET, PAPER, KRAFT, tintaClara, acentoClaro])
      expect(contrastOf(dark, light), `${dark} on ${light}`).toBeGreaterThanOrEqual(TEXT)
  for (const text of [INK, tintaOscura])
    expect(contrastOf(text, acento), `${text} on ${acento}`).toBeGreaterThanOrEqual(TEXT)
  for (const text of [INK, SOFT])
    for (const light of [tintaClara, acentoClaro])
      expect(contrastOf(text, light), `${text} on ${light}`).toBeGreaterThanOrEqual(TEXT)
  expect(contrastOf(tinta, acento), `${tinta} beside ${acento}`).toBeGreaterThanOrEqual(MARK)
})
