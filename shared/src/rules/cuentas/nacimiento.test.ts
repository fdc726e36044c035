import { expect, it } from 'vitest'
import { NACIMIENTO_INVALID, NACIMIENTO_REQUIRED, nacimientoProblem } from './nacimiento.ts'

it.each([
  ['', NACIMIENTO_REQUIRED],
  ['  ', NACIMIENTO_REQUIRED],
  ['1990-05-17', null],
  ['2000-02-29', null],
  ['1900-02-29', NACIMIENTO_INVALID],
  ['2023-02-29', NACIMIENTO_INVALID],
  ['2024-13-01', NACIMIENTO_INVALID],
  ['17/05/1990', NACIMIENTO_INVALID],
  ['1990-5-7', NACIMIENTO_INVALID],
  ['1899-12-31', NACIMIENTO_INVALID],
  ['1900-01-01', null],
  ['2026-11-21', null],
  ['2026-11-22', NACIMIENTO_INVALID],
])('%s', (text, problem) => expect(nacimientoProblem(text, '2026-11-21')).toBe(problem))
