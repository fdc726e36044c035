import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_INVALID, EMAIL_LONG, EMAIL_REQUIRED, emailProblem, isEmail } from './contacto.ts'

test.each([
  ['ana@example.com', true],
  ['  ana@example.com ', true],
  ['ana.perez+tesis@correo.fce.unt.edu.ar', true],
  ['ana@a.b', true],
  ['ana@..a', true],
  ['', false],
  ['ana', false],
  ['ana@', false],
  ['@example.com', false],
  ['ana@example', false],
  ['ana@.com', false],
  ['ana@example.', false],
  ['ana@com.', false],
  ['ana@a@b.co', false],
  ['ana maria@example.com', false],
  ['ana@example.com,eva@example.com', false],
  ['Ana <ana@example.com>', false],
  ['ana@example.com\r\nBcc: x', false],
])('%j is an e-mail: %s', (text, fine) => expect(isEmail(text)).toBe(fine))

test('the shortest domains are read as one part, a dot and another', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '@', '.', ' '), maxLength: 12 }), (text) => {
      const domain = text.trim().split('@')[1] ?? ''
      const hasBothParts = domain
        .split('')
        .some((char, at) => char === '.' && at > 0 && at < domain.length - 1)
      const fine = /^[a.]+@[a.]+$/.test(text.trim()) && hasBothParts
      expect(isEmail(text)).toBe(fine)
    }),
  ))

test('the longest has 254 characters', () => {
  const longest = `${'a'.repeat(242)}@example.com`
  expect(emailProblem(` ${longest} `)).toBe(null)
  expect(emailProblem(`a${longest}`)).toBe(EMAIL_LONG)
  expect(emailProblem(' ')).toBe(EMAIL_REQUIRED)
  expect(emailProblem('ana')).toBe(EMAIL_INVALID)
})
