import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hojasDeCanje, premioEmoji, premioEmojiText, premioPercent } from './premio.ts'

describe('premioPercent', () => {
  it.each([
    [0, 1000, 0],
    [1, 1000, 0],
    [9, 1000, 0],
    [10, 1000, 1],
    [29, 100, 29],
    [57, 100, 57],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1001, 1000, 100],
    [999_999, 1_000_000, 99],
    [-5, 1000, 0],
    [0, 0, 100],
  ])('%i of %i points are %i percent', (puntos, requeridos, percent) => {
    expect(premioPercent(puntos, requeridos)).toBe(percent)
  })

  it('is 100 exactly when the points suffice', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 10_000_000 }), (puntos, requeridos) => {
        expect(premioPercent(puntos, requeridos) === 100).toBe(puntos >= requeridos)
      }),
    )
  })
})

it.each([
  [100, '🏆', 'Te alcanza'],
  [99, '🔥', 'Casi lo tenés'],
  [76, '🔥', 'Casi lo tenés'],
  [75, '🚀', 'Más de la mitad'],
  [51, '🚀', 'Más de la mitad'],
  [50, '💪', 'En camino'],
  [26, '💪', 'En camino'],
  [25, '🌱', 'Recién empezás'],
  [0, '🌱', 'Recién empezás'],
])('%i percent is %s, %s', (percent, emoji, text) => {
  expect([premioEmoji(percent), premioEmojiText(percent)]).toEqual([emoji, text])
})

describe('hojasDeCanje', () => {
  const premio = { puntos_requeridos: 1000, cantidad: 50 }
  it.each([
    [0, 0, 0],
    [999, 0, 0],
    [1000, 50, 1000],
    [2500, 100, 2000],
    [3000, 150, 3000],
    [-1, 0, 0],
  ])('%i points are %i sheets for %i points', (puntos, hojas, spent) => {
    expect(hojasDeCanje(puntos, premio)).toEqual({ hojas, puntos: spent })
  })

  it('never spends more than there is, nor leaves a whole multiple', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 50_000 }), (puntos, puntos_requeridos) => {
        const rest = puntos - hojasDeCanje(puntos, { puntos_requeridos, cantidad: 10 }).puntos
        expect(rest).toBeGreaterThanOrEqual(0)
        expect(rest).toBeLessThan(puntos_requeridos)
      }),
    )
  })
})
