import { A4, HOJAS, isOfHojaPt, OTRAS_HOJAS } from '@imprimitodo/shared/rules/compra/hoja'
import { type Box, cellsOf, isLying } from '@imprimitodo/shared/rules/taller/celdas'
import { describe, expect, test } from 'vitest'
import { type Matrix, placeInCell, placeOnHoja, quarterTurns, shownBox } from './geometry.ts'

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f]

function cornersOf(box: Box, rotate: 0 | 90 | 180 | 270): number[][] {
  const placement = placeOnHoja(A4, { box, rotate })
  if (placement.how !== 'matrix') throw new Error(placement.how)
  return [apply(placement.matrix, box[0], box[1]), apply(placement.matrix, box[2], box[3])].map((point) =>
    point.map((value) => Math.round(value * 10) / 10 + 0),
  )
}

describe('where a page goes on the A4 sheet', () => {
  test.each<[string, Box]>([
    ['A4', [0, 0, 595.28, 841.89]],
    ['whole points', [0, 0, 595, 842]],
    ['Word', [0, 0, 595.32, 841.92]],
  ])('%s stays unchanged', (_name, box) => {
    expect(placeOnHoja(A4, { box, rotate: 0 })).toEqual({ how: 'as it is' })
  })

  test('up to 3 mm off A4 it keeps its size, centred', () => {
    const tolerance = (3 * 72) / 25.4
    expect(isOfHojaPt(A4.width + tolerance - 0.01, A4.height - tolerance + 0.01, A4)).toBe(true)
    expect(isOfHojaPt(A4.width + tolerance + 0.01, A4.height, A4)).toBe(false)
    expect(placeOnHoja(A4, { box: [100, 100, 700, 946], rotate: 0 })).toEqual({
      how: 'box',
      box: [400 - A4.width / 2, 523 - A4.height / 2, 400 + A4.width / 2, 523 + A4.height / 2],
      clipped: false,
    })
  })

  test.each<[string, Box]>([
    ['lower', [0, 0, A4.width, 770]],
    ['narrower', [0, 0, 500, A4.height]],
    ['narrower and higher', [0, 0, 590, 845]],
  ])('%s than A4 it keeps its size, clipped to its box', (_name, box) => {
    expect(placeOnHoja(A4, { box, rotate: 0 })).toMatchObject({ how: 'box', clipped: true })
  })

  test('landscape: its left side down, its top to the left', () => {
    expect(cornersOf([0, 0, A4.height, A4.width], 0)).toEqual([
      [595.3, 0],
      [0, 841.9],
    ])
  })

  test('a portrait page shown as landscape by /Rotate 90 is printed as it was made', () => {
    expect(placeOnHoja(A4, { box: [0, 0, A4.width, A4.height], rotate: 90 })).toEqual({ how: 'as it is' })
  })

  test('letter is scaled to the width and centred, A3 halved in area', () => {
    const margin = Math.round(((A4.height - 792 * (A4.width / 612)) / 2) * 10) / 10
    expect(cornersOf([0, 0, 612, 792], 0)[0]).toEqual([0, margin])
    expect(cornersOf([-10, -20, 831.89, 1170.55], 0)[0]).toEqual([0, 0])
  })

  test('upside down', () => {
    expect(cornersOf([0, 0, A4.width, A4.height], 180)).toEqual([
      [595.3, 841.9],
      [0, 0],
    ])
  })
})

describe.each(OTRAS_HOJAS)('where a page goes on a sheet of %s', (nombre) => {
  const hoja = HOJAS[nombre]
  const { width, height } = hoja

  test('a page of the sheet’s size stays unchanged', () => {
    expect(placeOnHoja(hoja, { box: [0, 0, width, height], rotate: 0 })).toEqual({ how: 'as it is' })
  })

  test('landscape: its left side down, its top to the left, and all of it on the sheet', () => {
    const placed = placeOnHoja(hoja, { box: [0, 0, height, width], rotate: 0 })
    if (placed.how !== 'matrix') throw new Error(placed.how)
    const corners = [apply(placed.matrix, 0, 0), apply(placed.matrix, height, width)].flat()
    for (const [at, wanted] of [width, 0, 0, height].entries()) expect(corners[at]).toBeCloseTo(wanted, 3)
  })

  test('a page of A4 is scaled until it fills the sheet one way, centred the other', () => {
    const placed = placeOnHoja(hoja, { box: [0, 0, A4.width, A4.height], rotate: 0 })
    if (placed.how !== 'matrix') throw new Error(placed.how)
    const [left = 0, bottom = 0] = apply(placed.matrix, 0, 0)
    const [right = 0, top = 0] = apply(placed.matrix, A4.width, A4.height)
    expect(left + right).toBeCloseTo(width, 3)
    expect(bottom + top).toBeCloseTo(height, 3)
    expect(Math.min(left, bottom)).toBeCloseTo(0, 3)
    expect(Math.min(left, bottom)).toBeGreaterThan(-0.001)
  })
})

describe('where pages go that share a side', () => {
  const middles = (perSide: 2 | 4, lying: boolean) =>
    cellsOf(A4, perSide, lying).map(({ box: [left, bottom, right, top] }) => [
      (left + right) / 2 < A4.width / 2 - 1
        ? 'left'
        : (left + right) / 2 > A4.width / 2 + 1
          ? 'right'
          : 'middle',
      (bottom + top) / 2 < A4.height / 2 ? 'below' : 'above',
    ])

  test.each<[2 | 4, boolean, string[][], boolean]>([
    // After turning the sheet back, the bottom is at the left and the left is at the top
    [
      2,
      false,
      [
        ['middle', 'below'],
        ['middle', 'above'],
      ],
      true,
    ],
    [
      2,
      true,
      [
        ['middle', 'above'],
        ['middle', 'below'],
      ],
      false,
    ],
    [
      4,
      false,
      [
        ['left', 'above'],
        ['right', 'above'],
        ['left', 'below'],
        ['right', 'below'],
      ],
      false,
    ],
    [
      4,
      true,
      [
        ['left', 'below'],
        ['left', 'above'],
        ['right', 'below'],
        ['right', 'above'],
      ],
      true,
    ],
  ])('%d on a side, lying: %s', (perSide, lying, where, turned) => {
    expect(middles(perSide, lying)).toEqual(where)
    expect(cellsOf(A4, perSide, lying).every((cell) => cell.turned === turned)).toBe(true)
  })

  test.each([2, 4] as const)('%d on a side keep 3 mm from the edges and 6 from each other', (perSide) => {
    for (const lying of [false, true]) {
      const [one, ...others] = cellsOf(A4, perSide, lying).map(({ box }) => box)
      const clear = (3 * 72) / 25.4
      for (const [left, bottom, right, top] of [one as Box, ...others]) {
        expect(Math.min(left, bottom, A4.width - right, A4.height - top)).toBeCloseTo(clear)
        expect((right - left) * (top - bottom) * perSide).toBeLessThan(A4.width * A4.height)
      }
      for (const other of others) {
        const [a, b] = [one as Box, other]
        const apart = [b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]]
        expect(Math.max(...apart)).toBeCloseTo(2 * clear)
      }
    }
  })

  test('an A4 page becomes nearly A5, upright on the sheet that lies', () => {
    const [cell] = cellsOf(A4, 2, false)
    const [a, b, c, d] = cell ? placeInCell({ box: [0, 0, A4.width, A4.height], rotate: 0 }, cell) : []
    expect([a, d]).toEqual([0, 0].map((zero) => expect.closeTo(zero)))
    expect(b).toBeCloseTo(-(c ?? 0))
    expect(b).toBeGreaterThan(0.67)
    expect(b).toBeLessThan(Math.SQRT1_2)
  })

  test('a side lies where most of its pages do', () => {
    const [lying, upright] = [
      { width: 2, height: 1 },
      { width: 1, height: 2 },
    ]
    expect(isLying([lying, upright, upright])).toBe(false)
    expect(isLying([upright, lying, lying])).toBe(true)
    expect(isLying([lying, upright])).toBe(false)
    expect(isLying([lying])).toBe(true)
  })
})

describe('the box a reader shows', () => {
  test.each<[string, number[] | undefined, number[] | undefined, number[]]>([
    ['no crop box', [0, 0, 100, 200], undefined, [0, 0, 100, 200]],
    ['corners the other way round', [100, 200, 0, 0], undefined, [0, 0, 100, 200]],
    ['the crop box inside the media box', [0, 0, 100, 200], [50, 50, 500, 500], [50, 50, 100, 200]],
    ['an empty crop box', [0, 0, 100, 200], [5, 5, 5, 9], [0, 0, 100, 200]],
    ['a crop box elsewhere', [0, 0, 100, 200], [300, 300, 400, 400], [0, 0, 100, 200]],
    ['none', undefined, undefined, [0, 0, 612, 792]],
    ['nonsense', [Number.NaN, 0, 1, 1], undefined, [0, 0, 612, 792]],
  ])('%s', (_name, media, crop, shown) => {
    expect(shownBox(media, crop)).toEqual(shown)
  })

  test.each([
    [0, 0],
    [90, 90],
    [-90, 270],
    [450, 90],
    [91, 90],
    [Number.NaN, 0],
  ])('/Rotate %d is %d', (rotate, turns) => {
    expect(quarterTurns(rotate)).toBe(turns)
  })
})
