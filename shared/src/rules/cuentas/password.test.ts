import { describe, expect, it } from 'vitest'
import {
  newPasswordProblem,
  PASSWORD_FIELDS,
  PASSWORD_LONG,
  PASSWORD_MISMATCH,
  PASSWORD_SHORT,
  PASSWORD_WEAK,
  passwordChangeProblem,
  passwordFuerza,
  passwordProblem,
  repeatProblem,
} from './password.ts'

describe('strength', () => {
  it.each([
    ['', 25, 'Débil'],
    ['abc', 25, 'Débil'],
    ['Abc1!', 25, 'Débil'],
    ['Abcde1!', 25, 'Débil'],
    ['abcdefgh', 25, 'Débil'],
    ['Abcdefgh', 50, 'Moderada'],
    ['abcdefg1', 50, 'Moderada'],
    ['abcdefg!', 50, 'Moderada'],
    ['Abcdefg1', 75, 'Fuerte'],
    ['Abcdef1!', 100, 'Fuerte'],
    ['Ñandúes que corren', 50, 'Moderada'],
    ['una frase larga', 25, 'Débil'],
    ['una frase, larga', 50, 'Moderada'],
  ])('%s: %i %s', (password, puntaje, nombre) =>
    expect(passwordFuerza(password)).toEqual({ puntaje, nombre }),
  )
})

it.each([
  ['1234567', PASSWORD_SHORT],
  ['12345678', null],
  ['ñandú😀12'.normalize('NFD'), null],
  ['ñandú😀1'.normalize('NFD'), PASSWORD_SHORT],
  ['a'.repeat(256), null],
  ['a'.repeat(257), PASSWORD_LONG],
])('a new account’s %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))

it.each([
  ['abcdefgh', PASSWORD_WEAK],
  ['Abcdefgh', null],
  ['Abc1!', PASSWORD_SHORT],
])('one that replaces another: %s', (password, problem) => expect(newPasswordProblem(password)).toBe(problem))

it('the repetition must be the same', () => {
  expect(repeatProblem('Abcdefgh', 'Abcdefgh')).toBeNull()
  expect(repeatProblem('Abcdefgh', 'abcdefgh')).toBe(PASSWORD_MISMATCH)
})

it.each([
  ['', 'Abcdefgh', 'Abcdefgh', PASSWORD_FIELDS],
  ['x', '', 'Abcdefgh', PASSWORD_FIELDS],
  ['x', 'Abcdefgh', '', PASSWORD_FIELDS],
  ['x', 'abc', 'abd', PASSWORD_MISMATCH],
  ['x', 'abc', 'abc', PASSWORD_WEAK],
  ['x', 'abcdefgh', 'abcdefgh', PASSWORD_WEAK],
  ['x', 'Abcdefgh', 'Abcdefgh', null],
])('change %s to %s, %s', (actual, nueva, confirmacion, problem) =>
  expect(passwordChangeProblem({ actual, nueva, confirmacion })).toBe(problem),
)
