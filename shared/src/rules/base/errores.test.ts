import { expect, test } from 'vitest'
import { erroresOf } from './errores.ts'

test.each([
  ['an empty body', '', null],
  ['no body', null, null],
  ['a string', 'no se pudo', 'no se pudo'],
  ['a detail', { detail: 'No encontrado.', otro: 'x' }, 'No encontrado.'],
  ['a detail that is null', { detail: null }, null],
  ['a detail that is null beside a field', { detail: null, email: ['x'] }, 'email: x'],
  ['a detail that is an object', { detail: { email: ['x', 'y'], nombre: 'z' } }, 'email: x, y | nombre: z'],
  [
    'a detail that is a list of objects',
    { detail: [{ loc: ['body', 'email'], msg: 'falta' }] },
    'loc: body, email | msg: falta',
  ],
  ['values without words', { email: null, nombre: [], celular: [null, 'x'] }, 'celular: x'],
  ['a value that is an object', { datos: { email: ['x'] } }, 'datos: email: x'],
  ['nothing but empty values', { email: null }, null],
  ['numbers and switches', { intentos: 3, captcha: true }, 'intentos: 3 | captcha: true'],
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
