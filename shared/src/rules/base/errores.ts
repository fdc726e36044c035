/**
 * The `errores` of an answer of status 300 or above: null for an empty body, a string as it is, the value of
 * `detail` where the body has one, otherwise 'field: value' joined with ' | ', list values joined with ', '.
 * Words only: a nested object is written the same way, and a value without words (null, an empty list) is
 * left out.
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
