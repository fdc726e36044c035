export const NACIMIENTO_REQUIRED = 'La fecha de nacimiento es obligatoria'
export const NACIMIENTO_INVALID = 'La fecha de nacimiento no es válida'

const OLDEST = '1900-01-01'

/**
 * A birthday as `YYYY-MM-DD`, a calendar day and not an instant. `today` likewise, in the shop's zone;
 * without it, a future day is accepted. null if it is fine.
 */
export function nacimientoProblem(text: string, today?: string): string | null {
  if (!text.trim()) return NACIMIENTO_REQUIRED
  if (!isDay(text) || text < OLDEST) return NACIMIENTO_INVALID
  return today !== undefined && text > today ? NACIMIENTO_INVALID : null
}

/** Whether the day exists in the calendar: 29 February only in leap years. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}
