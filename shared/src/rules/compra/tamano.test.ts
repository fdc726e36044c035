import { expect, test } from 'vitest'
import { tamanoOf, tamanoOfPt, tamanosText } from './tamano.ts'

test.each([
  [210, 297, 'A4'],
  [297, 210, 'A4'],
  [213, 294.1, 'A4'],
  [206.9, 297, null],
  [216, 279, 'Carta'],
  [216, 356, 'Oficio'],
  [216, 340, 'Oficio'],
  [420, 297, 'A3'],
  [100, 150, null],
])('%d x %d mm: %s', (ancho, alto, name) => expect(tamanoOf(ancho, alto)).toBe(name))

test('in points', () => {
  expect(tamanoOfPt(595.28, 841.89)).toBe('A4')
  expect(tamanoOfPt(612, 792)).toBe('Carta')
})

test('of a file', () => {
  const page = (ancho_mm: number, alto_mm: number) => ({ ancho_mm, alto_mm })
  expect(tamanosText([page(210, 297), page(297, 210)])).toBe('A4')
  expect(tamanosText([page(100, 150.2)])).toBe('100 × 150 mm')
  expect(tamanosText([page(210, 297), page(297, 420)])).toBe('varios tamaños')
  expect(tamanosText([])).toBe('')
})
