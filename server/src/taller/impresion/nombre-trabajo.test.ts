import { expect, it } from 'vitest'
import { fitted } from './nombre-trabajo.ts'

it.each([
  [['Anillado 1', 'Brenda Acosta'], '1069 i12 · Anillado 1 · Brenda Acosta'],
  [['tesis.pdf', null], '1069 i12 · tesis.pdf'],
  [['dos\nlíneas\u0000.pdf', ' Ñandú '], '1069 i12 · dos líneas .pdf · Ñandú'],
])('%j is called «%s» at the printer', (parts, called) => expect(fitted('1069 i12', parts)).toBe(called))

it.each([
  ['a file', [`${'ñ'.repeat(400)}.pdf`, 'Brenda Acosta'], /^1069 i12 · ñ+… · Brenda Acosta$/],
  ['a person', ['tesis.pdf', '🎓'.repeat(120)], /^1069 i12 · tesis\.pdf · 🎓+…$/u],
  ['both', ['x'.repeat(300), 'y'.repeat(300)], /^1069 i12 · x+… · y+…$/],
])('%s with a long name is cut, and its attempt stays', (_what, parts, expected) => {
  const name = fitted('1069 i12', parts)
  expect(name).toMatch(expected)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(name)).toBeGreaterThan(240)
})
