import { expect, test } from 'vitest'
import { slugOf } from './categoria.ts'

test.each([
  ['Librería', 'librería'],
  ['Papelería escolar', 'papelería-escolar'],
  ['Anillados y encuadernación', 'anillados-y-encuadernación'],
  ['Dos  espacios', 'dos--espacios'],
  ['ÑANDÚ', 'ñandú'],
  ['ya-con-guion', 'ya-con-guion'],
  ['', ''],
])('%j is %j', (categoria, slug) => {
  expect(slugOf(categoria)).toBe(slug)
})
