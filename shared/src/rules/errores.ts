/**
 * The `errores` of an answer of status 300 or above: empty body null, a string itself, a body with `detail` its value,
 * otherwise 'field: value' joined with ' | ', list values joined with ', '. Words only: an object in the place of a value
 * is told the same way, and what has none (null, an empty list) is left out.
 */
export function erroresOf(body: unknown): string | null {
  try {
    return wordsOf(hasDetail(body) ? body.detail : body) || null
  } catch {
    return 'Error desconocido'
  }
}

const hasDetail = (body: unknown): body is { detail: unknown } =>
  typeof body === 'object' && body !== null && 'detail' in body && wordsOf(body.detail) !== ''

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return joined(value.map(wordsOf), ', ')
  const fields = Object.entries(value).map(([field, one]) => [field, wordsOf(one)] as const)
  return joined(
    fields.map(([field, words]) => words && `${field}: ${words}`),
    ' | ',
  )
}

const joined = (parts: readonly string[], by: string): string => parts.filter((part) => part !== '').join(by)
