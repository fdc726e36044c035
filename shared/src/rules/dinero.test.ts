import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { formatPesos, pesosInText, toPesos } from './dinero.ts'

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
