import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitIva } from './iva.ts'

test.each([
  [121_00, 100_00, 21_00],
  [1500_00, 1239_67, 260_33],
  [3990_00, 3297_52, 692_48],
  [1, 1, 0],
  [0, 0, 0],
  [10_000_000_00, 8_264_462_81, 1_735_537_19],
  [2 ** 52, 37_219_831_631_161_12, 7_816_164_642_543_84],
])('%i centavos are %i net and %i tax', (total, neto, iva) => {
  expect(splitIva(total)).toEqual({ neto, iva })
})

test('both parts add up, and the tax is that of the net within a centavo, as ARCA checks it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), (total) => {
      const { neto, iva } = splitIva(total)
      expect(neto + iva).toBe(total)
      expect(Math.abs(Math.round(neto * 0.21) - iva)).toBeLessThanOrEqual(1)
    }),
  )
})
