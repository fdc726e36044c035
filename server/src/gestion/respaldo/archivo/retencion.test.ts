import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nombreOfCopia, toDelete } from './retencion.ts'

const of = (...days: string[]) => days.map((day) => `imprimitodo-${day}-0400.respaldo`)

test('a backup is named after the shop’s day and hour', () => {
  expect(nombreOfCopia(new Date('2026-11-22T02:05:00Z'))).toBe('imprimitodo-2026-11-21-2305.respaldo')
})

test('the newest of the last days and weeks stays, the rest goes', () => {
  // Sunday the 22nd ends the week that Monday the 16th began
  const days = [
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-15',
    '2026-11-09',
    '2026-11-08',
    '2026-11-01',
  ]
  expect(toDelete(of(...days), { diarios: 2, semanales: 3 })).toEqual(
    of('2026-11-20', '2026-11-09', '2026-11-01'),
  )
})

test('the last backup of a day counts; days without one do not', () => {
  const names = [
    'imprimitodo-2026-11-21-0400.respaldo',
    'imprimitodo-2026-11-21-0900.respaldo',
    ...of('2026-03-02'),
  ]
  expect(toDelete(names, { diarios: 2, semanales: 0 })).toEqual(['imprimitodo-2026-11-21-0400.respaldo'])
})

test('the newest stays whatever the numbers say, and files with other names are not ours', () => {
  const names = [
    ...of('2026-11-20', '2026-11-21'),
    'antes-de-mudar.respaldo',
    'imprimitodo-2026-11-19-0400.respaldo.parte',
  ]
  expect(toDelete(names, { diarios: 0, semanales: 0 })).toEqual(of('2026-11-20'))
})

test('however many there are: never more than asked for stay, never fewer than there are days for', () => {
  const instants = fc.array(
    fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
  )
  fc.assert(
    fc.property(instants, fc.nat(10), fc.nat(10), (dates, diarios, semanales) => {
      const names = [...new Set(dates.map(nombreOfCopia))]
      const gone = new Set(toDelete(names, { diarios, semanales }))
      const kept = names.filter((name) => !gone.has(name))
      const days = new Set(names.map((name) => name.slice(12, 22))).size
      expect(kept.length).toBeLessThanOrEqual(Math.max(diarios + semanales, 1))
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(diarios, days))
      expect(kept).toEqual(expect.arrayContaining(names.toSorted().slice(-1)))
    }),
  )
})
