import { expect, test } from 'vitest'
import { A4, HOJAS, isOfHoja, isOfHojaPt, NOMBRES_HOJA } from './hoja.ts'

test('A4 has its usual size in points and its usual name at a printer', () => {
  expect(A4).toMatchObject({ width: 595.276, height: 841.89, ipp: 'iso_a4_210x297mm' })
})

test('the size in a paper’s printer name is the size that pages get', () => {
  for (const nombre of NOMBRES_HOJA) {
    const { ipp, ancho_mm, alto_mm, width, height } = HOJAS[nombre]
    const [, short, long, unit] = /_([\d.]+)x([\d.]+)(mm|in)$/.exec(ipp) ?? []
    const mm = unit === 'in' ? 25.4 : 1
    expect(Math.abs(Number(short) * mm - ancho_mm)).toBeLessThan(0.5)
    expect(Math.abs(Number(long) * mm - alto_mm)).toBeLessThan(0.5)
    expect([Math.round((width * 254) / 72) / 10, Math.round((height * 254) / 72) / 10]).toEqual([
      ancho_mm,
      alto_mm,
    ])
  }
})

test.each([
  ['A3', 841.89, 1190.551],
  ['Oficio', 612, 963.78],
] as const)('%s in points', (nombre, width, height) => expect(HOJAS[nombre]).toMatchObject({ width, height }))

test.each([
  [210, 297, true],
  [297, 210, true],
  [213, 294.1, true],
  [206.9, 297, false],
])('a page of %d x %d mm keeps its size on A4: %s', (ancho, alto, keeps) => {
  expect(isOfHoja(ancho, alto, A4)).toBe(keeps)
  expect(isOfHojaPt((ancho * 72) / 25.4, (alto * 72) / 25.4, A4)).toBe(keeps)
})
