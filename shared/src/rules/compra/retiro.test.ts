import { describe, expect, it } from 'vitest'
import { nombreRetiroProblem, notaProblem } from './retiro.ts'

const ODD = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'

describe('the name for pickup', () => {
  it.each([
    '',
    'Lucía',
    'María José Ñandú-O’Connor',
    '李雷',
    'x'.repeat(60),
    '😀'.repeat(60),
    ` ${'x'.repeat(60)} `,
  ])('is taken: %s', (text) => expect(nombreRetiroProblem(text)).toBeNull())
  it.each([
    ['x'.repeat(61), 'El nombre puede tener hasta 60 caracteres.'],
    ['😀'.repeat(61), 'El nombre puede tener hasta 60 caracteres.'],
    ['Lu\u0007cía', ODD],
    ['Lucía\nGómez', ODD],
    ['Lucía \u202egnp', ODD],
    ['\u200b', ODD],
    ['Lucía\u2028Paz', ODD],
    ['\u0085', ODD],
  ])('is refused: %j', (text, problem) => expect(nombreRetiroProblem(text)).toBe(problem))
})

describe('the note for the shop', () => {
  it.each(['', 'La tesis con tapa transparente.\nGracias.\r\n\tLucía', 'x'.repeat(300)])(
    'is taken, in several lines too: %j',
    (text) => expect(notaProblem(text)).toBeNull(),
  )
  it.each([
    ['x'.repeat(301), 'La nota puede tener hasta 300 caracteres.'],
    ['tapa \u001b[31m roja', ODD],
    ['\u0000', ODD],
    ['\u2066tapa', ODD],
  ])('is refused: %j', (text, problem) => expect(notaProblem(text)).toBe(problem))
})
