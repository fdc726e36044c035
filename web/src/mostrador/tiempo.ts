import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatDay, formatMoment, formatTime } from '@imprimitodo/shared/rules/base/fecha'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '8 min', '1 h 12', '3 días': a duration in a clerk's words. Below a minute '1 min'. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) {
    const rest = minutes % 60
    return `${Math.floor(minutes / 60)} h${rest ? ` ${String(rest).padStart(2, '0')}` : ''}`
  }
  return count(Math.floor(ms / DAY), 'día')
}

/** 'recién', 'hace 12 min', 'hace 1 h 05', 'hace 3 días'. A clock ahead of the server's says 'recién' too. */
export const ageText = (instant: string, now: number): string => {
  const ms = now - Date.parse(instant)
  return ms < MINUTE ? 'recién' : `hace ${durationText(ms)}`
}

/** The hour alone on the same day in the shop, else with the day: '11:30', 'mar 24/11, 11:30'. */
export const whenText = (instant: string, now: number): string =>
  formatDay(instant) === formatDay(new Date(now)) ? formatTime(instant) : formatMoment(instant).toLowerCase()

export const SOON_MS = 30 * MINUTE

export type Plazo = { text: string; tone: 'normal' | 'pronto' | 'tarde' }

/** For an order to be made: the hour that its customer expects. Null where none was promised. */
export function plazoDe(
  { prometido, nueva_hora }: { prometido: string | null; nueva_hora: string | null },
  now: number,
): Plazo | null {
  const when = nueva_hora ?? prometido
  return when === null ? null : plazoOf(when, now)
}

/** The promised time, and how urgent it is. */
export function plazoOf(prometido: string, now: number): Plazo {
  const left = Date.parse(prometido) - now
  const when = whenText(prometido, now)
  if (left < 0) return { text: `${when}, ${durationText(-left)} tarde`, tone: 'tarde' }
  return { text: when, tone: left <= SOON_MS ? 'pronto' : 'normal' }
}
