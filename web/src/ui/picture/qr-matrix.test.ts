// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { qrMatrix, svgPathOf } from './qr-matrix.ts'

/** The modules that a path paints, the way a renderer would. */
function paint(path: string, size: number): boolean[][] {
  const painted = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let i = 0; i < Number(width); i++) {
      const row = painted[Number(y)]
      if (row) row[Number(x) + i] = true
    }
  return painted
}

describe('qr', () => {
  it('keeps a quiet zone of 4 around the code', async () => {
    const matrix = await qrMatrix('https://imprimitodo.example/c/7KQ4-M2XD-81HT')
    const edge = [...matrix.slice(0, 4), ...matrix.slice(-4)].flat()
    expect(edge.every((dark) => !dark)).toBe(true)
    expect(matrix[4]?.slice(4, 11)).toEqual([true, true, true, true, true, true, true])
  })

  it('paints exactly the dark modules', async () => {
    const matrix = await qrMatrix('7KQ4-M2XD-81HT')
    expect(paint(svgPathOf(matrix), matrix.length)).toEqual(matrix)
    expect(svgPathOf([[false, false]])).toBe('')
    expect(svgPathOf([[true, true]])).toBe('M0 0h2v1h-2z')
  })
})
