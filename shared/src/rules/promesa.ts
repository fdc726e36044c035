import { dayOf, formatDay, formatTime, instantOf, nextMidnight } from './fecha.ts'
import type { Apertura } from './horario.ts'

/** What the owner says of the work at the counter, in minutes. */
export type TiempoTrabajo = {
  /** Of one bound volume. */
  minutos_anillado: number
  /** Of every order, whatever it is: cutting, sorting, a customer in between. */
  minutos_margen: number
}

export const DEFAULT_TIEMPO: TiempoTrabajo = { minutos_anillado: 10, minutos_margen: 15 }

/** Of a printer that neither says nor showed how fast it is, and of a branch without one. */
export const DEFAULT_PPM = 30

/** Printed sides of all copies, and volumes to bind. */
export type Carga = { paginas: number; anillados: number }

const MINUTE = 60_000
const STEP = 5 * MINUTE
/** A branch open one hour a week still gets there. Longer queues get no promise. */
const MAX_DAYS = 400

/** Opening minutes from the payment to the counter. `ppm`: sides a minute of each printer of the branch, null where they are not known. */
export function minutosDe(
  { cola, propia }: { cola: Carga; propia: Carga },
  ppm: readonly (number | null)[],
  { minutos_anillado, minutos_margen }: TiempoTrabajo,
): number {
  const speeds =
    ppm.length > 0 ? ppm.map((speed) => (speed && speed > 0 ? speed : DEFAULT_PPM)) : [DEFAULT_PPM]
  const together = speeds.reduce((sum, speed) => sum + speed, 0)
  // The queue is shared out; the order itself may get the slowest one
  const printing = cola.paginas / together + propia.paginas / Math.min(...speeds)
  return printing + (cola.anillados + propia.anillados) * minutos_anillado + minutos_margen
}

/**
 * When an order of so many minutes is ready, as ms since 1970: only opening time counts, rounded up to 5 minutes and
 * always while the shop is open (its closing minute is). Null where the hours are not known, or the queue has no end.
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

/** Opening hours of a day in order, those that overlap as one: the same minute is not worked twice. */
function spansOf(day: string, aperturas: readonly Apertura[]): { opens: number; closes: number }[] {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const spans = aperturas
    .filter(({ days }) => days.includes(weekday))
    .map(({ opens, closes }) => ({ opens: instantOf(day, opens), closes: instantOf(day, closes) }))
    .toSorted((a, b) => a.opens - b.opens)
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
  return `el ${weekday} ${formatDay(instant).slice(0, 5)} ${hour}`
}
