import { expect, it } from 'vitest'
import { clienteIn } from './cliente-escrito.ts'

it.each([
  ['ana@example.com', { email: 'ana@example.com' }],
  ['30.111.222', { dni: '30111222' }],
  ['3865 41-6123', { celular: '3865416123' }],
  ['+54 9 3865 41-6123', { celular: '5493865416123' }],
  ['cliente:ana@example.com', { email: 'ana@example.com' }],
  ['clienteÑana"example.com', { email: 'ana@example.com' }],
  [']Q1cliente:ana@example.com', { email: 'ana@example.com' }],
  ['', null],
  ['386', null],
  ['Ana Paz', null],
])('%s names %o', (typed, cliente) => expect(clienteIn(typed)).toEqual(cliente))
