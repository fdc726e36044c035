import { describe, expect, it } from 'vitest'
import { aperturasOf } from './horario.ts'

const WEEK = [0, 1, 2, 3, 4]

describe('opening hours', () => {
  it.each([
    [
      'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13',
      [
        { days: WEEK, opens: '08:30', closes: '13:00' },
        { days: WEEK, opens: '17:00', closes: '21:00' },
        { days: [5], opens: '09:00', closes: '13:00' },
      ],
    ],
    ['Lunes, miércoles y viernes de 9 a 12:30.', [{ days: [0, 2, 4], opens: '09:00', closes: '12:30' }]],
    ['de lunes a sábado de 8 a 20 hs', [{ days: [0, 1, 2, 3, 4, 5], opens: '08:00', closes: '20:00' }]],
    ['Los domingos de 10.30 a 13', [{ days: [6], opens: '10:30', closes: '13:00' }]],
  ] as const)('%s', (horario, expected) => {
    expect(aperturasOf(horario)).toEqual(expected)
  })

  it.each([
    '',
    'Consultanos',
    'Lunes a viernes',
    'Lunes a viernes de 8 a 13; feriados cerrado',
    'Viernes a lunes de 8 a 13',
    'Lunes de 13 a 8',
    'Lunes de 8 a 25',
    'Lunes de 8:75 a 13',
  ])('«%s» is not guessed at', (horario) => expect(aperturasOf(horario)).toBeNull())
})
