import { expect, it } from 'vitest'
import {
  dayOf,
  formatDay,
  formatDayMonth,
  formatFecha,
  formatMoment,
  formatMomentWithYear,
  formatTime,
} from './fecha.ts'

it('writes days, hours and moments in the shop’s zone', () => {
  const instant = '2026-11-22T02:05:00Z'
  expect(formatDay(instant)).toBe('21/11/2026')
  expect(formatTime(instant)).toBe('23:05')
  expect(formatMoment(instant)).toBe('Sáb 21/11, 23:05')
  expect(formatMomentWithYear(instant)).toBe('Sáb 21/11/2026, 23:05')
  expect(formatMoment('2026-11-22T03:00:00Z')).toBe('Dom 22/11, 00:00')
})

it('writes a day with two digits, with its year and without', () => {
  const instant = '2026-03-05T12:00:00Z'
  expect(formatDay(instant)).toBe('05/03/2026')
  expect(formatDayMonth(instant)).toBe('05/03')
  expect(formatMoment(instant)).toBe('Jue 05/03, 09:00')
})

it('a calendar day is written without a shift, whatever the zone', () => {
  expect(dayOf('2026-11-22T02:05:00Z')).toBe('2026-11-21')
  expect(dayOf('2026-11-22T03:00:00Z')).toBe('2026-11-22')
  expect(formatFecha('2024-03-05')).toBe('05/03/2024')
})
