import { describe, expect, test } from 'vitest'
import { horaProblem, isDemorado } from './demora.ts'

const at = (hour: string) => new Date(`2026-11-23T${hour}:00-03:00`)
const prometido = at('11:30')

describe('an order promised for 11:30', () => {
  test.each([
    ['pagado', '11:25', '10:00', false],
    ['pagado', '11:30', '10:00', false],
    ['pagado', '11:35', '10:00', true], // not begun, and it cannot be ready in time
    ['en_produccion', '11:35', '10:00', false], // its progress is unknown
    ['en_produccion', '11:30', '11:34', false],
    ['en_produccion', '11:30', '11:35', true],
  ])('%s, ready at %s at the earliest, is late at %s: %s', (estado, antes, now, late) => {
    expect(isDemorado({ estado, prometido }, at(antes), at(now))).toBe(late)
  })

  test.each([
    ['10:59', '11:00', 'Esa hora ya pasó.'],
    ['11:30', '11:00', 'Esa hora no es más tarde que la prometida.'],
    ['11:35', '11:00', null],
  ])('and told for %s at %s: %s', (hora, now, problem) => {
    expect(horaProblem(at(hora), prometido, at(now))).toBe(problem)
  })

  test('is not told for the year after', () => {
    expect(horaProblem(new Date('2027-11-23T12:00:00Z'), prometido, at('11:00'))).toMatch(/lejos/)
  })
})
