import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoment } from '../base/fecha.ts'
import { aperturasOf } from '../base/horario.ts'
import { DEFAULT_PPM, minutosOf, promesaOf, promesaText } from './promesa.ts'

const HORARIO = aperturasOf('Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13')
/** An hour of Tucumán; 2026-11-20 is a Friday. */
const at = (day: number, hour: string) => new Date(`2026-11-${day}T${hour}:00-03:00`)
const shown = (promised: number | null) => promised && formatMoment(new Date(promised))

describe('promesaOf', () => {
  it.each([
    ['in the morning', at(20, '09:00'), 20, 'Vie 20/11, 09:20'],
    ['rounded up to five minutes', at(20, '09:01'), 20, 'Vie 20/11, 09:25'],
    ['already on the five', at(20, '09:05'), 0, 'Vie 20/11, 09:05'],
    ['before opening counts from the door', at(20, '06:00'), 20, 'Vie 20/11, 08:50'],
    ['at midnight', at(20, '00:00'), 20, 'Vie 20/11, 08:50'],
    ['a minute before midnight', at(19, '23:59'), 20, 'Vie 20/11, 08:50'],
    ['just at the closing minute', at(20, '12:30'), 30, 'Vie 20/11, 13:00'],
    ['a minute over the siesta', at(20, '12:30'), 31, 'Vie 20/11, 17:05'],
    ['in the siesta', at(20, '14:00'), 20, 'Vie 20/11, 17:20'],
    ['what does not fit before the siesta goes on after it', at(20, '12:00'), 90, 'Vie 20/11, 17:30'],
    ['over the night', at(19, '20:50'), 20, 'Vie 20/11, 08:40'],
    ['after closing', at(19, '21:30'), 20, 'Vie 20/11, 08:50'],
    ['from Friday to Saturday', at(20, '20:30'), 60, 'Sáb 21/11, 09:30'],
    ['Saturday has no afternoon, Sunday nothing', at(21, '12:50'), 20, 'Lun 23/11, 08:40'],
    ['on Sunday', at(22, '11:00'), 20, 'Lun 23/11, 08:50'],
    ['of several days', at(20, '08:30'), (4.5 + 4 + 4) * 60 + 15, 'Lun 23/11, 08:45'],
  ] as const)('%s', (_, now, minutos, expected) => {
    expect(shown(promesaOf(now, minutos, HORARIO))).toBe(expected)
  })

  it('promises nothing where the hours are unknown, or the queue is too long', () => {
    expect(promesaOf(at(20, '09:00'), 20, null)).toBeNull()
    expect(promesaOf(at(20, '09:00'), 20, [])).toBeNull()
    expect(promesaOf(at(20, '09:00'), Number.POSITIVE_INFINITY, HORARIO)).toBeNull()
  })

  it('opening hours without a multiple of five minutes carry over to the next opening', () => {
    const odd = [
      { days: [4], opens: '09:01', closes: '09:04' },
      { days: [4], opens: '10:00', closes: '11:00' },
    ]
    expect(shown(promesaOf(at(20, '09:00'), 1, odd))).toBe('Vie 20/11, 10:00')
  })

  it('overlapping hours count once', () => {
    const twice = [
      { days: [4], opens: '09:00', closes: '12:00' },
      { days: [4], opens: '10:00', closes: '13:00' },
    ]
    expect(shown(promesaOf(at(20, '09:00'), 200, twice))).toBe('Vie 20/11, 12:20')
  })
})

const hour = fc.integer({ min: 0, max: 287 }).map((n) => {
  const text = (value: number) => String(value).padStart(2, '0')
  return `${text(Math.floor(n / 12))}:${text((n % 12) * 5)}`
})
const apertura = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), hour, hour)
  .filter(([, a, b]) => a !== b)
  .map(([days, ...ends]) => ({ days, ends: ends.toSorted() }))
  .map(({ days, ends: [opens = '', closes = ''] }) => ({ days, opens, closes }))
const aperturas = fc.array(apertura, { minLength: 1, maxLength: 5 })
const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const minutes = fc.integer({ min: 0, max: 3000 })
/** Few enough minutes of work for a shop that opens five minutes a week to finish within 400 days. */
const few = fc.integer({ min: 0, max: 120 })

describe('whatever the hours', () => {
  it('a promise lies ahead, on five minutes, while the shop is open', () =>
    fc.assert(
      fc.property(instant, minutes, aperturas, (now, minutos, hours) => {
        const promised = promesaOf(now, minutos, hours)
        if (promised === null) return minutos > 250 // at five minutes a week it takes too long
        const local = new Date(promised - 3 * 3600_000)
        const time = local.toISOString().slice(11, 16)
        const weekday = (local.getUTCDay() + 6) % 7
        return (
          promised >= now.getTime() + minutos * 60_000 &&
          promised % 300_000 === 0 &&
          hours.some(({ days, opens, closes }) => days.includes(weekday) && opens <= time && time <= closes)
        )
      }),
    ))

  it('more work, or a later start, never makes the promise earlier', () =>
    fc.assert(
      fc.property(instant, few, few, minutes, aperturas, (now, work, more, later, hours) => {
        const first = promesaOf(now, work, hours) ?? Number.POSITIVE_INFINITY
        const after = new Date(now.getTime() + later * 60_000)
        expect(promesaOf(now, work + more, hours) ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(first)
        expect(promesaOf(after, work, hours) ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(first)
      }),
    ))
})

describe('minutosOf', () => {
  const tiempo = { minutos_anillado: 10, minutos_margen: 15 }
  const nada = { paginas: 0, anillados: 0 }
  it.each([
    ['nothing but the margin', nada, nada, [], 15],
    ['a branch without printers', nada, { paginas: DEFAULT_PPM * 2, anillados: 0 }, [], 17],
    ['a printer that does not say', nada, { paginas: 60, anillados: 0 }, [null], 17],
    ['one that says 0', nada, { paginas: 60, anillados: 0 }, [0], 17],
    [
      'a queue is shared, the order is not',
      { paginas: 400, anillados: 0 },
      { paginas: 20, anillados: 0 },
      [20, 60],
      21,
    ],
    ['binding', { paginas: 0, anillados: 2 }, { paginas: 0, anillados: 1 }, [30], 45],
  ] as const)('%s', (_, cola, propia, ppm, expected) => {
    expect(minutosOf({ cola, propia }, ppm, tiempo)).toBe(expected)
  })
})

describe('promesaText', () => {
  const now = at(20, '22:00')
  it.each([
    [at(20, '23:55'), 'hoy a las 23:55'],
    [at(21, '09:15'), 'mañana a las 9:15'],
    [at(23, '18:30'), 'el lunes 23/11 a las 18:30'],
    [at(25, '00:00'), 'el miércoles 25/11 a las 0:00'],
  ] as const)('%s', (instant, expected) => expect(promesaText(instant, now)).toBe(expected))
})
