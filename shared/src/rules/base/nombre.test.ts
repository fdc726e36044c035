import { expect, it } from 'vitest'
import { ODD_CHARACTER } from './caracteres.ts'
import { capitaliseNombre, greetingName, NOMBRE_LONG, NOMBRE_REQUIRED, nombreProblem } from './nombre.ts'

it.each([
  ['ana pérez', 'Ana Pérez'],
  ['  ÉLIDA   ñáñez ', 'Élida Ñáñez'],
  ['McCoy de la Vega', 'McCoy De La Vega'],
  ['', ''],
])('%s is written %s', (typed, written) => expect(capitaliseNombre(typed)).toBe(written))

it.each([
  ['ana pérez', 'Ana Pérez'],
  ['', 'ana.p'],
  ['  ', 'ana.p'],
  [null, 'ana.p'],
])('%s greets %s', (nombre, greeted) => expect(greetingName(nombre, 'ana.p@example.com')).toBe(greeted))

it.each([
  ['', NOMBRE_REQUIRED],
  [' ', NOMBRE_REQUIRED],
  ['A', null],
  ['a'.repeat(120), null],
  ['a'.repeat(121), NOMBRE_LONG],
  ["María-José D'Ángelo ñandú", null],
])('%s', (nombre, problem) => expect(nombreProblem(nombre)).toBe(problem))

it.each(['\u200b', '\u00ad', 'Ana \u202eanA', 'a\u2066x', 'a\u0007b', 'Ana\nPérez', 'Ana\u2028Pérez'])(
  'the name %j has a character that is not seen',
  (nombre) => expect(nombreProblem(nombre)).toBe(ODD_CHARACTER),
)
