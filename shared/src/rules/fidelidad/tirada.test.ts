import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, nextMidnight } from '../base/fecha.ts'
import {
  costoOf,
  drawsOf,
  endOfTirada,
  porcentajesOf,
  type Ruleta,
  ruletaProblem,
  tiradaValorOf,
  withinPresupuesto,
  withPorcentaje,
} from './tirada.ts'

const DRAWS = 100_000
/** 0 to `n` - 1, as fair as the server's. */
const chance = (n: number): number =>
  Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * n)
/** Pearson's statistic of the drawn values against the odds. */
function chiSquare(ruleta: Ruleta, pesos: number[]): number {
  const seen = new Map<number, number>()
  for (let i = 0; i < DRAWS; i++) {
    const valor = tiradaValorOf(ruleta, chance(drawsOf(ruleta)))
    seen.set(valor, (seen.get(valor) ?? 0) + 1)
  }
  const total = pesos.reduce((a, b) => a + b, 0)
  let sum = 0
  for (const [index, peso] of pesos.entries()) {
    const count = seen.get(ruleta.min + index) ?? 0
    const expected = (DRAWS * peso) / total
    if (peso === 0) expect(count).toBe(0)
    else sum += (count - expected) ** 2 / expected
  }
  expect([...seen.values()].reduce((a, b) => a + b, 0)).toBe(DRAWS)
  expect([...seen.keys()].every((valor) => valor >= ruleta.min && valor <= ruleta.max)).toBe(true)
  return sum
}

it.each([
  [null, 99, 8, 8],
  [10, 0, 8, 8],
  [10, 2, 8, 8],
  [10, 3, 8, 2],
  [10, 500, 8, 2],
])('of a budget of %s with %i given away, %i comes out as %i', (presupuesto, repartido, valor, given) =>
  expect(withinPresupuesto({ min: 2, max: 8, presupuesto }, valor, repartido)).toBe(given),
)

describe('the results follow the odds', () => {
  // With 6 degrees of freedom fair draws exceed 60 once in 10^10 times; odds that are wrong by 5 % always do
  it.each([
    ['all alike', { min: 2, max: 8 }, [1, 1, 1, 1, 1, 1, 1]],
    ['null is all alike too', { min: 2, max: 8, pesos: null }, [1, 1, 1, 1, 1, 1, 1]],
    ['the owner’s', { min: 2, max: 8, pesos: [50, 25, 12, 6, 4, 2, 1] }, [50, 25, 12, 6, 4, 2, 1]],
    ['never those of weight 0', { min: 0, max: 4, pesos: [0, 3, 0, 1, 0] }, [0, 3, 0, 1, 0]],
    ['one value', { min: 5, max: 5 }, [1]],
  ] as [string, Ruleta, number[]][])('%s', (_, ruleta, pesos) =>
    expect(chiSquare(ruleta, pesos)).toBeLessThan(60),
  )

  it('the test would notice wrong odds', () =>
    expect(chiSquare({ min: 2, max: 8 }, [50, 25, 12, 6, 4, 2, 1])).toBeGreaterThan(60))

  it('each value has exactly as many draws as its weight', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }), fc.nat(50), (pesos, min) => {
        const ruleta = { min, max: min + pesos.length - 1, pesos }
        const counts = pesos.map(() => 0)
        for (let draw = 0; draw < drawsOf(ruleta); draw++) {
          const index = tiradaValorOf(ruleta, draw) - min
          counts[index] = (counts[index] ?? 0) + 1
        }
        expect(counts).toEqual(pesos)
        expect(() => tiradaValorOf(ruleta, drawsOf(ruleta))).toThrow(RangeError)
      }),
    ))
})

it.each([
  [{ min: 2, max: 8 }, null],
  [{ min: 5, max: 5, pesos: [1] }, null],
  [{ min: 9, max: 8 }, /mínimo/],
  [{ min: 2, max: 8, pesos: [1] }, /de 2 a 8 son 7/],
  [{ min: 2, max: 3, pesos: [1, 1, 1] }, /son 2/],
  [{ min: 2, max: 3, pesos: [0, 0] }, /Algún valor/],
] as [Ruleta, RegExp | null][])('%o: %s', (ruleta, problem) => {
  if (problem) expect(ruletaProblem(ruleta)).toMatch(problem)
  else expect(ruletaProblem(ruleta)).toBeNull()
})

describe('the day ends at midnight in Tucumán', () => {
  it.each([
    ['2026-11-21T03:00:00Z', '2026-11-22T02:59:59.999Z'],
    ['2026-11-22T02:59:59.999Z', '2026-11-22T02:59:59.999Z'],
    ['2026-12-01T00:30:00Z', '2026-12-01T02:59:59.999Z'],
    ['2027-01-01T02:59:59Z', '2027-01-01T02:59:59.999Z'],
    ['2027-01-01T03:00:00Z', '2027-01-02T02:59:59.999Z'],
    ['2028-02-29T23:00:00Z', '2028-03-01T02:59:59.999Z'],
  ])('a code won at %s lasts until %s', (now, vence) =>
    expect(endOfTirada(new Date(now)).toISOString()).toBe(vence),
  )

  it('as the zone’s own data has it, any day of thirty years', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2015-01-01'), max: new Date('2045-01-01'), noInvalidDate: true }),
        (now) => {
          const midnight = nextMidnight(now)
          expect(midnight).toBeGreaterThan(now.getTime())
          expect(dayOf(new Date(midnight - 1))).toBe(dayOf(now))
          expect(dayOf(new Date(midnight))).not.toBe(dayOf(now))
        },
      ),
    ))
})

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

describe('odds as percents', () => {
  it.each([
    [{ min: 2, max: 8 }, [15, 15, 14, 14, 14, 14, 14]],
    [{ min: 5, max: 5 }, [100]],
    [{ min: 2, max: 4, pesos: [5, 3, 1] }, [56, 33, 11]],
    [{ min: 2, max: 4, pesos: [0, 0, 7] }, [0, 0, 100]],
    [{ min: 2, max: 4, pesos: [60, 30, 10] }, [60, 30, 10]],
  ] as [Ruleta, number[]][])('of %j are %j', (ruleta, expected) =>
    expect(porcentajesOf(ruleta)).toEqual(expected),
  )

  it.each([
    ['the others share what is left as they did', [50, 30, 20], 0, 0, [], [0, 60, 40]],
    ['and what it takes', [50, 30, 20], 2, 60, [], [25, 15, 60]],
    ['alike where they had nothing', [100, 0, 0], 0, 70, [], [70, 15, 15]],
    ['a fixed one stays', [50, 30, 20], 2, 40, [0], [50, 10, 40]],
    ['it takes no more than the fixed ones leave', [50, 30, 20], 2, 90, [0], [50, 0, 50]],
    ['where all others are fixed it stays', [50, 30, 20], 2, 90, [0, 1], [50, 30, 20]],
    ['a single value comes up always', [100], 0, 30, [], [100]],
    ['it ends at 0 and 100', [50, 50], 0, 180, [], [100, 0]],
  ] as [string, number[], number, number, number[], number[]][])(
    '%s',
    (_, before, index, percent, fijos, expected) =>
      expect(withPorcentaje(before, index, percent, new Set(fijos))).toEqual(expected),
  )

  it('always add up to 100, whatever is set, and none is below 0', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 101 }),
        fc.nat(100),
        fc.integer({ min: -50, max: 150 }),
        fc.array(fc.nat(100)),
        (pesos, index, percent, fijos) => {
          fc.pre(sum(pesos) > 0)
          const before = porcentajesOf({ min: 0, max: pesos.length - 1, pesos })
          expect(sum(before)).toBe(100)
          const after = withPorcentaje(before, index % pesos.length, percent, new Set(fijos))
          expect(sum(after)).toBe(100)
          expect(after.every((one) => Number.isInteger(one) && one >= 0)).toBe(true)
        },
      ),
    ))
})

describe('the cost of the wheel', () => {
  const uso = { dias: 30, tiradas: 600, repartido: 3000, pesos: 60_000 } // 20 spins and $ 2.000 a day

  it.each([
    ['as before, as much as before', { min: 2, max: 8 }, 5, { puntos: 100, pesos: 2000, seAgota: false }],
    [
      'twice the percents, twice the pesos',
      { min: 10, max: 10 },
      10,
      { puntos: 200, pesos: 4000, seAgota: false },
    ],
    [
      'a budget ends it: then each spin gives the least',
      { min: 2, max: 8, presupuesto: 50 },
      5,
      { puntos: 70, pesos: 1400, seAgota: true },
    ],
    [
      'a budget that is not reached changes nothing',
      { min: 2, max: 8, presupuesto: 100 },
      5,
      { puntos: 100, pesos: 2000, seAgota: false },
    ],
  ] as [string, Ruleta, number, object][])('%s', (_, ruleta, porTirada, dia) =>
    expect(costoOf(ruleta, uso)).toEqual({ porTirada, dia: { tiradas: 20, ...dia } }),
  )

  it('without past spins only the average of one is known; without used codes, no pesos', () => {
    expect(costoOf({ min: 2, max: 4 }, { dias: 0, tiradas: 0, repartido: 0, pesos: 0 })).toEqual({
      porTirada: 3,
      dia: null,
    })
    expect(costoOf({ min: 2, max: 4 }, { ...uso, pesos: 0 }).dia).toEqual({
      tiradas: 20,
      puntos: 60,
      pesos: null,
      seAgota: false,
    })
  })
})
