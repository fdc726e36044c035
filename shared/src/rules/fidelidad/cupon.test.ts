import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cuponProblem, descuentoCupon, endOfCupon, nextCuponAt } from './cupon.ts'

const at = (text: string) => new Date(text)
const unused = { vence: at('2026-11-22T15:00:00Z'), usado: null }
const used = (usado: string) => ({ vence: at('2026-11-22T15:00:00Z'), usado: at(usado) })

describe('another coupon', () => {
  it.each([
    ['the first ever', null, '2026-11-21T15:00:00Z', null],
    ['a moment before the last one expires', unused, '2026-11-22T14:59:59.999Z', /sin usar/],
    ['when it has expired', unused, '2026-11-22T15:00:00Z', null],
    [
      'right after it was used',
      used('2026-11-21T16:00:00Z'),
      '2026-11-21T16:00:00Z',
      /Mañana desde las 00:00/,
    ],
    ['at 23:59:59 in Tucumán', used('2026-11-21T16:00:00Z'), '2026-11-22T02:59:59.999Z', /Mañana/],
    ['at 00:00 in Tucumán', used('2026-11-21T16:00:00Z'), '2026-11-22T03:00:00Z', null],
    ['a minute after, used at 23:59', used('2026-11-22T02:59:00Z'), '2026-11-22T03:00:00Z', null],
    ['used at 00:00 sharp: all that day', used('2026-11-22T03:00:00Z'), '2026-11-23T02:59:59Z', /Mañana/],
    ['when the month ends', used('2026-12-01T02:00:00Z'), '2026-12-01T03:00:00Z', null],
    ['when the year ends', used('2027-01-01T02:59:00Z'), '2027-01-01T02:59:59Z', /Mañana/],
    ['in the new year', used('2027-01-01T02:59:00Z'), '2027-01-01T03:00:00Z', null],
    ['on a 29 February', used('2028-02-29T12:00:00Z'), '2028-03-01T03:00:00Z', null],
    ['used by a clock ahead of ours', used('2026-11-23T16:00:00Z'), '2026-11-21T16:00:00Z', /Todavía no/],
  ])('%s', (_, last, now, problem) => {
    if (problem) expect(cuponProblem(last, at(now))).toMatch(problem)
    else expect(cuponProblem(last, at(now))).toBeNull()
  })

  it('is allowed at the instant that was named, and not a millisecond before', () =>
    fc.assert(
      fc.property(
        fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true }),
        fc.boolean(),
        (creado, isUsed) => {
          const last = { vence: endOfCupon(creado), usado: isUsed ? creado : null }
          const next = nextCuponAt(last, creado)
          expect(next).not.toBeNull()
          const ms = next?.getTime() ?? 0
          expect(ms - creado.getTime()).toBeLessThanOrEqual(24 * 3600_000)
          expect(cuponProblem(last, new Date(ms))).toBeNull()
          expect(cuponProblem(last, new Date(ms - 1))).not.toBeNull()
        },
      ),
    ))
})

it('the first is worth more, and only the first', () => {
  const percents = { primero: 10, siguientes: 5 }
  expect([true, false].map((isFirst) => descuentoCupon(isFirst, percents))).toEqual([10, 5])
})

it('without a welcome coupon the first is like the later ones', () => {
  expect(descuentoCupon(true, { primero: 0, siguientes: 5 })).toBe(5)
})
