import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const OWN = ['ana.perez@example.com', 'Ana Pérez', '3865412233']

it.each([
  'password',
  'Password1',
  '12345678',
  'QWERTYUIOP',
  'abcdefgh',
  'HGFEDCBA',
  'aaaaaaaa',
  'abababab',
  'Imprimitodo2026!',
  'contraseña1',
  'ana.perez@example.com',
  'ana.perez',
  'Ana Pérez 1990',
  '3865412233',
])('%s is', (password) => expect(isCommonPassword(password, OWN)).toBe(true))

it.each(['Abcdef1!', 'tinta-y-papel-2026', 'Impresiones para todos', 'pera.anz1', 'caballo batería grapa'])(
  '%s is not',
  (password) => expect(isCommonPassword(password, OWN)).toBe(false),
)
