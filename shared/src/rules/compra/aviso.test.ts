import { expect, test } from 'vitest'
import { AVISO_CODIGOS, avisoOf, paginasTexto } from './aviso.ts'

test.each([
  [[3], 'página 3'],
  [[1, 2], 'páginas 1, 2'],
  [[1, 2, 3, 4, 9], 'páginas 1 a 4 y 9'],
  [[1, 3, 5], 'páginas 1, 3 y 5'],
  [[1, 3, 5, 7, 9, 11, 13, 14, 20], 'páginas 1, 3, 5, 7, 9, 11 y otras 3'],
])('%j reads %s', (paginas, texto) => {
  expect(paginasTexto(paginas)).toBe(texto)
})

test('what concerns the whole file names no page', () => {
  expect(avisoOf('reparado', [], 'A4').texto).not.toMatch(/página \d|páginas/)
  expect(avisoOf('escala', [2], 'A4').texto).toMatch(/página 2/)
})

test.each(AVISO_CODIGOS)(
  '%s is true for its customer and for the counter, before the payment and after',
  (codigo) => {
    expect(avisoOf(codigo, [1], 'A4').texto).not.toMatch(/pagar|subí|elegiste/i)
  },
)
