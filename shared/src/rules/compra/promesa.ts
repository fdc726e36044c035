import { dayOf, formatDayMonth, formatTime, instantOf, nextMidnight } from '../base/fecha.ts'
import type { Apertura } from '../base/horario.ts'

/** The owner's settings for the work at the counter, in minutes. */
export type TiempoTrabajo = {
  /** For one bound volume. */
  minutos_anillado: number
  /** For every order of any kind: cutting, sorting, interruptions by customers. */
  minutos_margen: number
}

export const DEFAULT_TIEMPO: TiempoTrabajo = { minutos_anillado: 10, minutos_margen: 15 }

/** For a printer of unknown speed, and for a branch without one. */
export const DEFAULT_PPM = 30

/** Printed sides of all copies, and volumes to bind. */
export type Carga = { paginas: number; anillados: number }

const MINUTE = 60_000
const STEP = 5 * MINUTE
/** Enough for a branch open one hour a week. Longer queues get no promise. */
const MAX_DAYS = 400

/**
 * Opening minutes from the payment until it is ready. `ppm`: sides a minute of each printer of the branch,
 * null where unknown.
 */
export function minutosOf(
  { cola, propia }: { cola: Carga; propia: Carga },
  ppm: readonly (number | null)[],
  { minutos_anillado, minutos_margen }: TiempoTrabajo,
): number {
  const speeds =
    ppm.length > 0 ? ppm.map((speed) => (speed && speed > 0 ? speed : DEFAULT_PPM)) : [DEFAULT_PPM]
  const together = speeds.reduce((sum, speed) => sum + speed, 0)
  // All printers share the queue; the order itself may be printed on the slowest one
  const printing = cola.paginas / together + propia.paginas / Math.min(...speeds)
  return printing + (cola.anillados + propia.anillados) * minutos_anillado + minutos_margen
}

/**
 * When an order that takes this many minutes is ready, as ms since 1970: only opening time counts, rounded up
 * to 5 minutes and always within opening hours (the closing minute included). Null where the hours are
 * unknown, or the queue is too long.
 */
export function promesaOf(now: Date, minutos: number, aperturas: readonly Apertura[] | null): number | null {
  let left = Math.max(0, minutos) * MINUTE
  let day = dayOf(now)
  for (let days = 0; days < MAX_DAYS; days++) {
    for (const { opens, closes } of spansOf(day, aperturas ?? [])) {
      const start = Math.max(opens, now.getTime())
      if (start > closes) continue
      if (start + left <= closes) {
        const ready = Math.ceil((start + left) / STEP) * STEP
        if (ready <= closes) return ready
      }
      left = Math.max(0, left - (closes - start))
    }
    day = dayOf(new Date(nextMidnight(new Date(instantOf(day, '12:00')))))
  }
  return null
}

/** Opening hours of a day in order, overlapping ones merged, so that no minute counts twice. */
function spansOf(day: string, aperturas: readonly Apertura[]): { opens: number; closes: number }[] {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const spans = aperturas
    .filter(({ days }) => days.includes(weekday))
    .map(({ opens, closes }) => ({ opens: instantOf(day, opens), closes: instantOf(day, closes) }))
    .sort((a, b) => a.opens - b.opens)
  const merged: typeof spans = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span.opens <= last.closes) last.closes = Math.max(last.closes, span.closes)
    else merged.push({ ...span })
  }
  return merged
}

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']

/** 'hoy a las 18:30', 'mañana a las 9:15', 'el lunes 23/11 a las 9:15': in the shop's days. */
export function promesaText(instant: string | Date, now: Date): string {
  const day = dayOf(instant)
  const hour = `a las ${formatTime(instant).replace(/^0/, '')}`
  if (day === dayOf(now)) return `hoy ${hour}`
  if (day === dayOf(new Date(nextMidnight(now)))) return `mañana ${hour}`
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]
  return `el ${weekday} ${formatDayMonth(instant)} ${hour}`
}
