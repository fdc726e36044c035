import { describe, expect, it } from 'vitest'
import { changedStretch, isOrdenOf, moveRow } from './orden.ts'

describe('isOrdenOf', () => {
  it.each([
    [[], [], true],
    [[3, 1, 2], [1, 2, 3], true],
    [[1, 2], [1, 2, 3], false],
    [[1, 2, 3], [1, 2], false],
    [[1, 2, 4], [1, 2, 3], false],
    [[1, 1, 2], [1, 2, 3], false],
  ])('of %j and %j it is %s', (ids, there, expected) => expect(isOrdenOf(ids, there)).toBe(expected))
})

describe('moveRow', () => {
  it.each([
    [0, 2, 'bcad'],
    [2, 0, 'cabd'],
    [1, 1, 'abcd'],
    [0, 99, 'bcda'],
    [3, -1, 'dabc'],
    [9, 0, 'abcd'],
  ])('from %i to %i gives %s', (from, to, expected) =>
    expect(moveRow([...'abcd'], from, to).join('')).toBe(expected),
  )
})

describe('changedStretch', () => {
  it.each([
    ['abcdef', 'abdcef', 'cd', 'dc'],
    ['abcdef', 'aebcdf', 'bcde', 'ebcd'],
    ['abc', 'cba', 'abc', 'cba'],
    ['abc', 'abc', '', ''],
    ['', '', '', ''],
  ])('of %s and %s', (before, after, was, is) =>
    expect(changedStretch([...before], [...after])).toEqual({ before: [...was], after: [...is] }),
  )
})
