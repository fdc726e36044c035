/**
 * The `errores` of an answer of status 300 or above: empty body null, a string itself, a body
 * with `detail` its value, otherwise 'field: value' joined with ' | ', list values joined with ', '.
 */
export function erroresOf(body: unknown): string | null {
  try {
    if (body === null || body === undefined || body === '') return null
    if (typeof body === 'string') return body
    if (typeof body !== 'object') return String(body)
    if ('detail' in body) return String(body.detail)
    const entries = Object.entries(body)
    if (entries.length === 0) return null
    return entries
      .map(([field, value]) => `${field}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
      .join(' | ')
  } catch {
    return 'Error desconocido'
  }
}
