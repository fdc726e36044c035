const DAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']

/** `days` from 0, which is Monday; times 'HH:MM'. */
export type Apertura = { days: number[]; opens: string; closes: string }

/**
 * Opening hours as the owner types them, for search engines: 'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de
 * 9 a 13'. Null if any part is not understood: half an answer would send customers to a closed door.
 */
export function aperturasOf(horario: string): Apertura[] | null {
  const parts = plain(horario)
    .split(/;|\.(?!\d)/)
    .map((part) => part.trim())
    .filter(Boolean)
  const found = parts.map(aperturasIn)
  return parts.length > 0 && found.every((one) => one !== null) ? found.flat() : null
}

/** Lower case, without accents, with one space between words. */
const plain = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ')

function aperturasIn(part: string): Apertura[] | null {
  const start = part.search(/\bde \d/)
  if (start < 0) return null
  const days = daysIn(part.slice(0, start))
  const spans = part.slice(start).split(/ ?(?:,|\by\b) ?/)
  const times = spans.map(timesIn)
  if (!days || times.some((one) => one === null)) return null
  return times.flatMap((one) => (one ? [{ days, ...one }] : []))
}

function daysIn(text: string): number[] | null {
  const range = /^(?:de )?(\w+) a (\w+)$/.exec(text.trim())
  if (range) {
    const [from, to] = [dayOf(range[1]), dayOf(range[2])]
    return from < 0 || to < from ? null : DAYS.map((_, day) => day).slice(from, to + 1)
  }
  const days = text.trim().split(/ ?(?:,|\by\b) ?/)
  const found = days.map(dayOf)
  return found.includes(-1) ? null : found
}

function dayOf(name = ''): number {
  const bare = name.replace(/^los /, '')
  return DAYS.findIndex((day) => bare === day || bare === `${day}s`)
}

function timesIn(span: string): { opens: string; closes: string } | null {
  const match = /^de (\d{1,2})(?:[:.](\d\d))? a (\d{1,2})(?:[:.](\d\d))?(?: ?h(?:s|oras)?)?$/.exec(span)
  if (!match) return null
  const [, fromHour, fromMinute = '00', toHour, toMinute = '00'] = match
  const [opens, closes] = [clock(fromHour, fromMinute), clock(toHour, toMinute)]
  return opens && closes && opens < closes ? { opens, closes } : null
}

const clock = (hour = '', minute: string): string | null =>
  Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null

const NAMES = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']
export const DIAS: readonly string[] = NAMES

/** One shift of a day, 'HH:MM'. */
export type Franja = { opens: string; closes: string }

/** The shifts of each day from Monday; a closed one has none. */
export const semanaOf = (aperturas: readonly Apertura[]): Franja[][] =>
  NAMES.map((_, day) =>
    aperturas
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => ({ opens, closes }))
      .sort((a, b) => a.opens.localeCompare(b.opens)),
  )

/** The problem of each day's shifts; null for a day without one. */
export const semanaProblems = (semana: readonly (readonly Franja[])[]): (string | null)[] =>
  semana.map((franjas) => {
    if (franjas.some(({ opens, closes }) => !opens || !closes)) return 'Completá desde y hasta.'
    if (franjas.some(({ opens, closes }) => closes <= opens)) return 'Cierra después de abrir.'
    const isOver = franjas.some(({ opens }, index) => index > 0 && opens < (franjas[index - 1]?.closes ?? ''))
    return isOver ? 'Los turnos no se pisan: el segundo empieza después.' : null
  })

/**
 * A week in the customers' words, which `aperturasOf` reads back: days with equal hours together, in the
 * order of the week. '' where no day opens.
 */
export function horarioOf(semana: readonly (readonly Franja[])[]): string {
  const alike = new Map<string, number[]>()
  for (const [day, franjas] of semana.entries()) {
    if (franjas.length === 0) continue
    const text = franjasText(franjas)
    alike.set(text, [...(alike.get(text) ?? []), day])
  }
  const parts = [...alike].map(([text, days]) => `${daysText(days)} ${text}`)
  const all = parts.join('; ')
  return all && all.charAt(0).toUpperCase() + all.slice(1)
}

/** 'lunes a viernes', 'lunes, miércoles y viernes', 'sábados'. */
function daysText(days: number[]): string {
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const names = days.map((day) => NAMES[day]?.toLowerCase() ?? '')
  if (days.length > 2 && last - first === days.length - 1) return `${names[0]} a ${names.at(-1)}`
  const several = names.map((name) => (name.endsWith('s') ? name : `${name}s`))
  return several.length > 1 ? `${several.slice(0, -1).join(', ')} y ${several.at(-1)}` : (several[0] ?? '')
}

const franjasText = (franjas: readonly Franja[]): string =>
  franjas.map(({ opens, closes }) => `de ${clockText(opens)} a ${clockText(closes)}`).join(' y ')

/**
 * When a shop with these hours is open on a day, 'de 8:30 a 13 y de 17 a 21'; '' where it does not open, null where the
 * hours are not understood. `day`: 'YYYY-MM-DD'.
 */
export function horarioDelDia(horario: string, day: string): string | null {
  const aperturas = aperturasOf(horario)
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  return aperturas && franjasText(semanaOf(aperturas)[weekday] ?? [])
}

/** '08:30' -> '8:30', '13:00' -> '13'. */
const clockText = (clock: string): string => clock.replace(/^0(?=\d)/, '').replace(/:00$/, '')

export const HORARIO_PROBLEM =
  'No se entiende. Escribilo así: Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13.'
