import { describe, expect, it, test } from 'vitest'
import { escalaOf, hojaOf, upright } from './hoja.ts'

const A4 = [595.276, 841.89]
const plain = { giro: 0, encaje: 'entera', orientacion: 1 } as const

describe('the sheet', () => {
  it('is A4, and lies when the picture does, also once it was turned', () => {
    const standing = hojaOf({ ancho: 3000, alto: 4000 }, plain)
    expect([standing.ancho, standing.alto]).toEqual(A4)
    const lying = hojaOf({ ancho: 4000, alto: 3000 }, plain)
    expect([lying.alto, lying.ancho]).toEqual(A4)
    const turned = hojaOf({ ancho: 4000, alto: 3000 }, { ...plain, giro: 90 })
    expect([turned.ancho, turned.alto]).toEqual(A4)
  })

  it.each([
    [3000, 4000],
    [4000, 3000],
    [100, 5000],
    [1, 1],
  ])('a whole picture of %d x %d keeps its shape, and 6 mm to each edge', (ancho, alto) => {
    const { caja, ...hoja } = hojaOf({ ancho, alto }, plain)
    expect(caja.ancho / caja.alto).toBeCloseTo(ancho / alto, 5)
    expect(Math.min(caja.x, caja.y)).toBeCloseTo(17, 5)
    expect(caja.x + caja.ancho).toBeLessThanOrEqual(hoja.ancho - 17 + 1e-6)
    expect(caja.y + caja.alto).toBeLessThanOrEqual(hoja.alto - 17 + 1e-6)
  })

  it('cropped it fills the sheet, and as much is cut off on both sides', () => {
    const { caja, ...hoja } = hojaOf({ ancho: 3000, alto: 4000 }, { ...plain, encaje: 'recortada' })
    expect(caja.y).toBeCloseTo(0, 5)
    expect(caja.alto).toBeCloseTo(hoja.alto, 5)
    expect(caja.x).toBeLessThan(0)
    expect(caja.x + caja.ancho / 2).toBeCloseTo(hoja.ancho / 2, 5)
  })
})

/** Where the picture's corners land, as stored: upper left and upper right. PDF draws row 0 at the top of the unit square. */
function corners(orientacion: number, giro: 0 | 90 | 180 | 270 = 0) {
  const stored = { ancho: 400, alto: 300 }
  const { matriz, caja } = hojaOf(upright(stored, orientacion), { ...plain, orientacion, giro })
  const [a, b, c, d, e, f] = matriz
  const name = (x: number, y: number) => {
    const [px, py] = [a * x + c * y + e, b * x + d * y + f]
    expect([px, py].every(Number.isFinite)).toBe(true)
    const isLeft = Math.abs(px - caja.x) < 0.01
    const isLow = Math.abs(py - caja.y) < 0.01
    if (!isLeft) expect(px).toBeCloseTo(caja.x + caja.ancho, 3)
    if (!isLow) expect(py).toBeCloseTo(caja.y + caja.alto, 3)
    return `${isLow ? 'low' : 'up'} ${isLeft ? 'left' : 'right'}`
  }
  return [name(0, 1), name(1, 1)]
}

// EXIF 2.3, 4.6.4: the corner of the upright picture where row 0 and column 0 of the stored one are
test.each([
  [1, 'up left', 'up right'],
  [2, 'up right', 'up left'],
  [3, 'low right', 'low left'],
  [4, 'low left', 'low right'],
  [5, 'up left', 'low left'],
  [6, 'up right', 'low right'],
  [7, 'low right', 'up right'],
  [8, 'low left', 'up left'],
])('a picture stored with orientation %d stands upright', (orientacion, first, second) => {
  expect(corners(orientacion)).toEqual([first, second])
})

test('turning goes clockwise, on top of how the camera was held', () => {
  expect(corners(1, 90)).toEqual(['up right', 'low right'])
  expect(corners(1, 180)).toEqual(['low right', 'low left'])
  expect(corners(1, 270)).toEqual(['low left', 'up left'])
  expect(corners(6, 90)).toEqual(['low right', 'low left'])
})

test('no picture has more than 300 dots per inch of A4, and none is made larger', () => {
  expect(escalaOf({ ancho: 2480, alto: 3508 })).toBe(1)
  expect(escalaOf({ ancho: 3508, alto: 2480 })).toBe(1)
  expect(escalaOf({ ancho: 10, alto: 10 })).toBe(1)
  const scale = escalaOf({ ancho: 8000, alto: 6000 })
  expect(8000 * scale).toBeLessThanOrEqual(3508)
  expect(6000 * scale).toBeLessThanOrEqual(2480)
})
