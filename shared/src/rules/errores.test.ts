import { expect, test } from 'vitest'
import { erroresOf } from './errores.ts'

test.each([
  ['an empty body', '', null],
  ['no body', null, null],
  ['a string', 'no se pudo', 'no se pudo'],
  ['a detail', { detail: 'No encontrado.', otro: 'x' }, 'No encontrado.'],
  ['fields', { email: ['x', 'y'], nombre: 'z' }, 'email: x, y | nombre: z'],
  [
    'a body that cannot be read',
    {
      get email(): string {
        throw new Error('no')
      },
    },
    'Error desconocido',
  ],
])('errores of %s', (_, body, errores) => expect(erroresOf(body)).toBe(errores))
