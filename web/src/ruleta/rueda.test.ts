import fc from 'fast-check'
import { expect, it } from 'vitest'
import { angleFor, segmentPath, TURNS, tintaOf, valoresOf } from './rueda.ts'
import { valorAt } from './testing.ts'

const rangos = fc
  .tuple(fc.nat(100), fc.nat(100))
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))

it('every spin ends on the value of the server, forward, after whole turns and less than one more', () => {
  fc.assert(
    fc.property(
      rangos.chain((rango) => fc.tuple(fc.constant(rango), fc.integer(rango))),
      fc.double({ min: 0, max: 20_000, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ([rango, valor], start, chance) => {
        const end = angleFor(valor, rango, start, chance)
        expect(valorAt(end, rango)).toBe(valor)
        expect(end - start).toBeGreaterThanOrEqual(TURNS * 360)
        expect(end - start).toBeLessThanOrEqual((TURNS + 1) * 360)
      },
    ),
    { numRuns: 1000 },
  )
})

it.each([
  [0, 2],
  [25, 2],
  [26, 8],
  [-25, 2],
  [-26, 3],
  [360, 2],
  [154, 6],
  [206, 5],
])('turned by %i degrees the pointer of a wheel from 2 to 8 stands on %i', (angle, valor) =>
  expect(valorAt(angle, { min: 2, max: 8 })).toBe(valor),
)

it('has as many segments as there are values', () => {
  expect(valoresOf({ min: 2, max: 8 })).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(valoresOf({ min: 5, max: 5 })).toEqual([5])
})

it('neighbouring segments differ in ink', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 101 }), (count) => {
      for (let index = 0; index < count; index++)
        expect(tintaOf(index, count)).not.toEqual(tintaOf((index + 1) % count, count))
    }),
  )
})

it.each([1, 2, 3, 7, 101])('%i segments are drawn without holes', (count) => {
  for (let index = 0; index < count; index++) expect(segmentPath(index, count)).not.toMatch(/NaN|Infinity/)
})
