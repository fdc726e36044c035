import fc from 'fast-check'
import { expect, it } from 'vitest'
import { netoOf } from './neto.ts'

it.each([
  [121_00, 100_00],
  [1200_50, 992_15],
  [1, 1],
  [0, 0],
])('of %i centavos %i are without VAT', (centavos, neto) => expect(netoOf(centavos, 'RI')).toBe(neto))

it('a monotributista has no VAT to take off', () => expect(netoOf(121_00, 'MT')).toBeNull())

it('with VAT put back it is the price again, to the centavo', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (centavos) => {
      expect(Math.abs((netoOf(centavos, 'RI') ?? 0) * 1.21 - centavos)).toBeLessThanOrEqual(1)
    }),
  ))
