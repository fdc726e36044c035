import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aperturasOf, horarioDelDia, horarioOf, semanaOf, semanaProblems } from './horario.ts'

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

describe('a week, day by day', () => {
  const [morning, evening] = [
    { opens: '08:30', closes: '13:00' },
    { opens: '17:00', closes: '21:00' },
  ]
  const both = [morning, evening]
  it.each([
    [
      [both, both, both, both, both, [morning], []],
      'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 8:30 a 13',
    ],
    [[both, [], both, [], both, [], []], 'Lunes, miércoles y viernes de 8:30 a 13 y de 17 a 21'],
    [[[], [], [], [], [], both, both], 'Sábados y domingos de 8:30 a 13 y de 17 a 21'],
    [[both, [], both, both, [], [], []], 'Lunes, miércoles y jueves de 8:30 a 13 y de 17 a 21'],
    [[[{ opens: '00:00', closes: '09:05' }], [], [], [], [], [], []], 'Lunes de 0 a 9:05'],
    [[[], [], [], [], [], [], []], ''],
  ])('%j reads «%s»', (semana, text) => expect(horarioOf(semana)).toBe(text))

  const minute = fc.integer({ min: 0, max: 1439 })
  const clock = (at: number) =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  const day = fc
    .uniqueArray(minute, { minLength: 0, maxLength: 6 })
    .map((minutes) => minutes.slice(0, minutes.length - (minutes.length % 2)).toSorted((a, b) => a - b))
    .map((minutes) =>
      minutes.flatMap((at, index) =>
        index % 2 === 0 ? [{ opens: clock(at), closes: clock(minutes[index + 1] ?? at) }] : [],
      ),
    )
  it('written hours are understood as they were meant', () =>
    fc.assert(
      fc.property(fc.tuple(day, day, day, day, day, day, day), (semana) => {
        expect(semanaProblems(semana)).toEqual(semana.map(() => null))
        fc.pre(semana.some((turnos) => turnos.length > 0))
        expect(semanaOf(aperturasOf(horarioOf(semana)) ?? [])).toEqual(semana)
      }),
    ))

  it.each([
    [[{ opens: '', closes: '13:00' }], /Completá/],
    [[{ opens: '13:00', closes: '13:00' }], /después de abrir/],
    [[morning, { opens: '12:59', closes: '20:00' }], /no se pisan/],
  ])('%j is told', (turnos, problem) => expect(semanaProblems([turnos])[0]).toMatch(problem))
})

describe('the hours of a day', () => {
  const text = 'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13'
  it.each([
    ['2026-11-23', 'de 8:30 a 13 y de 17 a 21'],
    ['2026-11-28', 'de 9 a 13'],
    ['2026-11-29', ''],
  ])('%s: «%s»', (day, hours) => expect(horarioDelDia(text, day)).toBe(hours))

  it('are not guessed where the owner wrote something else', () =>
    expect(horarioDelDia('Consultanos', '2026-11-23')).toBeNull())
})
