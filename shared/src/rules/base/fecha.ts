/** Every "day" and hour of the shop is Tucumán's, whatever the visitor's phone believes. */
export const ZONE = 'America/Argentina/Tucuman'

/** Writes a part of an instant. The formatter is made at its first use, since that takes milliseconds. */
function part(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (date) => {
    made ??= new Intl.DateTimeFormat('es-AR', { timeZone: ZONE, ...options })
    return made.format(date)
  }
}
const day = part({ day: '2-digit', month: '2-digit', year: 'numeric' })
const time = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const weekday = part({ weekday: 'short' })

export const formatDay = (instant: string | Date): string => day(new Date(instant))
/** '05/11'. Without a year es-AR would write '5/11', and '5-11' in some ICU versions. */
export const formatDayMonth = (instant: string | Date): string => formatDay(instant).slice(0, 5)
export const formatTime = (instant: string | Date): string => time(new Date(instant))
/** 'Sáb 21/11, 10:38' */
export const formatMoment = (instant: string | Date): string =>
  `${formatWeekday(instant)} ${formatDayMonth(instant)}, ${formatTime(instant)}`
/** 'Sáb 21/11/2026, 10:38' */
export const formatMomentWithYear = (instant: string | Date): string =>
  `${formatWeekday(instant)} ${formatDay(instant)}, ${formatTime(instant)}`

function formatWeekday(instant: string | Date): string {
  const name = weekday(new Date(instant)).replace('.', '')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** 'YYYY-MM-DD' of the shop's day at an instant. */
export const dayOf = (instant: string | Date): string => formatDay(instant).split('/').reverse().join('-')

/** The instant, as ms since 1970, of an hour 'HH:MM' of the shop's day 'YYYY-MM-DD'. */
export const instantOf = (day: string, hour: string): number => Date.parse(`${day}T${hour}:00${OFFSET}`)

/** '2024-03-05' is '05/03/2024': a day of the calendar, never read as an instant. */
export const formatFecha = (fecha: string): string => fecha.split('-').reverse().join('/')

/** Argentina has had no summer time since 2009; the tests hold this against the zone's own data, year by year. */
const OFFSET = '-03:00'
const DAY_MS = 24 * 3600_000

/** The 00:00 in Tucumán with which the shop's next day begins, as ms since 1970. */
export const nextMidnight = (instant: string | Date): number =>
  Date.parse(`${dayOf(instant)}T00:00:00${OFFSET}`) + DAY_MS

/** The 00:00 in Tucumán with which a day of the calendar begins, as ms since 1970. */
export const startOfDay = (fecha: string): number => Date.parse(`${fecha}T00:00:00${OFFSET}`)

/** The calendar day 'YYYY-MM-DD' that is `dias` days later. */
export const addDias = (dia: string, dias: number): string =>
  new Date(Date.parse(dia) + dias * DAY_MS).toISOString().slice(0, 10)
