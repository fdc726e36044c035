import { expect, it } from 'vitest'
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
])('%s', (nombre, problem) => expect(nombreProblem(nombre)).toBe(problem))
