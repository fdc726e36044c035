import { expect, test } from 'vitest'
import { aperturasOf } from '../base/horario.ts'
import { tramoHastaElCierre, ultimoCierre } from './cierre.ts'

const hours = (...texts: string[]) => texts.map((text) => aperturasOf(text) ?? [])
const both = hours(
  'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13',
  'Lunes a sábados de 9 a 18',
)
const at = (text: string) => new Date(`${text}:00-03:00`)

test.each([
  ['a weekday: the later of both', '2026-11-23', '2026-11-23T21:00'],
  ['a Saturday: the other one', '2026-11-28', '2026-11-28T18:00'],
])('%s', (_, day, closing) => {
  expect(ultimoCierre(both, day)).toBe(at(closing).getTime())
})

test('a Sunday has no closing, and the Monday after covers it: no hour is left out or counted twice', () => {
  expect(ultimoCierre(both, '2026-11-29')).toBeNull()
  expect(tramoHastaElCierre(both, '2026-11-29')).toBeNull()
  expect(tramoHastaElCierre(both, '2026-11-30')).toEqual({
    from: at('2026-11-28T18:00'),
    to: at('2026-11-30T21:00'),
  })
  expect(tramoHastaElCierre(both, '2026-12-01')?.from).toEqual(at('2026-11-30T21:00'))
})

test('a shop without readable hours has no closing', () => {
  expect(tramoHastaElCierre([], '2026-11-23')).toBeNull()
  expect(tramoHastaElCierre(hours('cuando se pueda'), '2026-11-23')).toBeNull()
})
