import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf, urgenciaOf } from './countdown.ts'

const HOUR = 3600_000

it.each([
  [5 * HOUR, 'normal'],
  [4 * HOUR, 'normal'],
  [4 * HOUR - 1, 'urgente'],
  [4 * HOUR - 60_000, 'urgente'],
  [HOUR, 'urgente'],
  [HOUR - 1, 'muy-urgente'],
  [59 * 60_000, 'muy-urgente'],
  [1, 'muy-urgente'],
  [0, 'expirado'],
  [-1, 'expirado'],
])('%i ms before the end it is %s', (left, urgencia) => expect(urgenciaOf(left)).toBe(urgencia))

it.each([
  [24 * HOUR, 24, 0, 0],
  [21 * HOUR + 47 * 60_000 + 9_000, 21, 47, 9],
  [HOUR, 1, 0, 0],
  [HOUR - 1, 1, 0, 0],
  [59_001, 0, 1, 0],
  [59_000, 0, 0, 59],
  [1, 0, 0, 1],
  [0, 0, 0, 0],
  [-9_000, 0, 0, 0],
])('%i ms are %i h %i min %i s', (left, horas, minutos, segundos) =>
  expect(partsOf(left)).toEqual({ horas, minutos, segundos }),
)

it('the parts add up to the time left, and say 0 only at the end', () => {
  fc.assert(
    fc.property(fc.integer({ min: -HOUR, max: 48 * HOUR }), (left) => {
      const { horas, minutos, segundos } = partsOf(left)
      const seconds = horas * 3600 + minutos * 60 + segundos
      expect(seconds).toBe(Math.max(0, Math.ceil(left / 1000)))
      expect(seconds === 0).toBe(urgenciaOf(left) === 'expirado')
    }),
  )
})
