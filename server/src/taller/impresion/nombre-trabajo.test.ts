import { expect, it } from 'vitest'
import { fitted } from './nombre-trabajo.ts'

it.each([
  [['1069', 'Anillado 1', 'Brenda Acosta'], '1069 · Anillado 1 · Brenda Acosta · i12'],
  [['1069', 'tesis.pdf', null], '1069 · tesis.pdf · i12'],
  [['1069', 'dos\nlíneas\u0000.pdf', ' Ñandú '], '1069 · dos líneas .pdf · Ñandú · i12'],
])('%j is called «%s» at the printer', (parts, called) => expect(fitted(parts, 'i12')).toBe(called))

it.each([
  ['a file', ['1069', `${'ñ'.repeat(400)}.pdf`, 'Brenda Acosta'], /^1069 · ñ+… · Brenda Acosta · i12$/],
  ['a person', ['1069', 'tesis.pdf', '🎓'.repeat(120)], /^1069 · tesis\.pdf · 🎓+… · i12$/u],
  ['both', ['1069', 'x'.repeat(300), 'y'.repeat(300)], /^1069 · x+… · y+… · i12$/],
])('%s with a long name is cut, and its attempt stays', (_what, parts, expected) => {
  const name = fitted(parts, 'i12')
  expect(name).toMatch(expected)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(name)).toBeGreaterThan(240)
})
