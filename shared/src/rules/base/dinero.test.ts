import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { afterPercent, formatPesos, pesosInText, roundedShareOf, shareOf, toPesos } from './dinero.ts'

test.each([
  [0, '$ 0,00'],
  [-0, '$ 0,00'],
  [0.05, '$ 0,05'],
  [999.99, '$ 999,99'],
  [1000, '$ 1.000,00'],
  [1234567.8, '$ 1.234.567,80'],
  [-1234.5, '$ -1.234,50'],
])('%d is written %s', (pesos, text) => expect(formatPesos(pesos)).toBe(text))

it('writes every amount as the locale does', () => {
  const es = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const centavos = fc.integer({ min: -1e14, max: 1e14 }).filter((one) => one !== 0)
  fc.assert(
    fc.property(centavos, (one) => {
      expect(formatPesos(toPesos(one))).toBe(`$ ${es.format(toPesos(one))}`)
    }),
  )
})

it('does not break between the sign and the amount inside a sentence', () =>
  expect(pesosInText(1234.5)).toBe('$\u00a01.234,50'))

const MOST = 2 ** 52

it('takes a percent off an amount of any size as off a small one', () => {
  fc.assert(
    fc.property(fc.nat(MOST), fc.nat(10_000), (centavos, hundredths) => {
      const exact = ((BigInt(centavos) * BigInt(10_000 - hundredths) + 500_000n) / 1_000_000n) * 100n
      expect(BigInt(afterPercent(centavos, hundredths / 100))).toBe(exact)
    }),
  )
})

it('shares an amount of any size to the last unit, down or half up', () => {
  fc.assert(
    fc.property(fc.nat(MOST), fc.nat(MOST), fc.nat(MOST), (amount, one, other) => {
      const [part, whole] = [Math.min(one, other), Math.max(one, other, 1)]
      const twice = (2n * BigInt(amount) * BigInt(part)) / BigInt(whole)
      expect(BigInt(shareOf(amount, part, whole))).toBe(twice / 2n)
      expect(BigInt(roundedShareOf(amount, part, whole))).toBe((twice + 1n) / 2n)
    }),
  )
})

it('answers no number where it is given none', () => {
  for (const amount of [Number.NaN, Number.POSITIVE_INFINITY]) expect(shareOf(amount, 0, 3)).toBeNaN()
})
