import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normaliseCorreo } from './correo.ts'

it.each([
  ['ana@example.com', 'ana@example.com'],
  ['  Ana@Example.COM ', 'ana@example.com'],
  ['ana+ruleta@example.com', 'ana@example.com'],
  ['ana+a+b@example.com', 'ana@example.com'],
  ['a.n.a@gmail.com', 'ana@gmail.com'],
  ['A.n.a+x@GoogleMail.com', 'ana@gmail.com'],
  ['a.n.a@example.com', 'a.n.a@example.com'],
  ['a.n.a@gmail.com.ar', 'a.n.a@gmail.com.ar'],
  ['+ana@example.com', '+ana@example.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['ÑANDÚ@example.com', 'ñandú@example.com'],
  ['n\u0303andu@example.com', 'ñandu@example.com'],
  ['nada', 'nada'],
  ['@example.com', '@example.com'],
])('%o is the mailbox %o', (typed, known) => expect(normaliseCorreo(typed)).toBe(known))

it('is stable: normalised once more it stays', () =>
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
      const once = normaliseCorreo(text)
      expect(normaliseCorreo(once)).toBe(once)
    }),
  ))
