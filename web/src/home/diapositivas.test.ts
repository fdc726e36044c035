import { expect, it } from 'vitest'
import { toDiapositivas } from './diapositivas.ts'

it.each([
  [0, 3, []],
  [1, 2, [[1, 1]]],
  [1, 3, [[1, 1, 1]]],
  [2, 3, [[1, 2, 1]]],
  [3, 3, [[1, 2, 3]]],
  [
    4,
    2,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    4,
    3,
    [
      [1, 2, 3],
      [4, 1, 2],
    ],
  ],
  [
    5,
    2,
    [
      [1, 2],
      [3, 4],
      [5, 1],
    ],
  ],
])('%i offers in slides of %i', (offers, size, slides) => {
  expect(
    toDiapositivas(
      Array.from({ length: offers }, (_, index) => index + 1),
      size,
    ),
  ).toEqual(slides)
})
