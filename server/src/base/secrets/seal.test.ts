import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealed, seal, unseal } from './seal.ts'

const KEY = randomBytes(32).toString('base64url')

test('a sealed text opens with its key at its place, and never looks the same twice', () => {
  const sealed = seal(KEY, 'operador:7', 'GEZDGNBVGY3TQOJQ ñ')
  expect(unseal(KEY, 'operador:7', sealed)).toBe('GEZDGNBVGY3TQOJQ ñ')
  expect(sealed).not.toBe(seal(KEY, 'operador:7', 'GEZDGNBVGY3TQOJQ ñ'))
  expect([isSealed(sealed), isSealed('GEZDGNBVGY3TQOJQ')]).toEqual([true, false])
})

test('another key, another place, a changed bit or a text that was never sealed opens nothing', () => {
  const sealed = seal(KEY, 'operador:7', 'GEZDGNBVGY3TQOJQ')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const changed = [0, 12, 28].map((at) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return `v1.${copy.toString('base64url')}`
  })
  expect(unseal(randomBytes(32).toString('base64url'), 'operador:7', sealed)).toBeNull()
  expect(unseal(KEY, 'operador:8', sealed)).toBeNull()
  for (const text of [...changed, 'v1.', 'v1.AAAA', 'GEZDGNBVGY3TQOJQ', ''])
    expect(unseal(KEY, 'operador:7', text)).toBeNull()
})
