const DAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']

/** `days` from 0, Monday; times 'HH:MM'. */
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

/** Lower case, without accents. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

function aperturasIn(part: string): Apertura[] | null {
  const start = part.search(/\bde \d/)
  if (start < 0) return null
  const days = daysIn(part.slice(0, start))
  const spans = part.slice(start).split(/\s*(?:,|\by\b)\s*/)
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
  const days = text.trim().split(/\s*(?:,|\by\b)\s*/)
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

export const HORARIO_PROBLEM =
  'No se entiende. Escribilo así: Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13.'
