// When the shop's day ends: with the closing of its last branch.
import { addDias, instantOf } from '../base/fecha.ts'
import type { Apertura } from '../base/horario.ts'

/** If the branches were shut for longer than this, no earlier closing is looked for. */
const MOST_DAYS = 14

/** When the last of the branches closes on a day, in ms since 1970; null where none opens. `sucursales`: the hours of each. */
export function ultimoCierre(sucursales: readonly (readonly Apertura[])[], day: string): number | null {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const all = sucursales.flat().filter(({ days }) => days.includes(weekday))
  return all.length === 0 ? null : Math.max(...all.map(({ closes }) => instantOf(day, closes)))
}

/**
 * The stretch from the closing before to the closing of `day`, so that each sale is in one stretch. Null on a day
 * without a closing; the last 24 hours if there was no closing before.
 */
export function tramoHastaElCierre(
  sucursales: readonly (readonly Apertura[])[],
  day: string,
): { from: Date; to: Date } | null {
  const to = ultimoCierre(sucursales, day)
  if (to === null) return null
  for (let back = 1; back <= MOST_DAYS; back++) {
    const from = ultimoCierre(sucursales, addDias(day, -back))
    if (from !== null) return { from: new Date(from), to: new Date(to) }
  }
  return { from: new Date(to - 24 * 3600_000), to: new Date(to) }
}
