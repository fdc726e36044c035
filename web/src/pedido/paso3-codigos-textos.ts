export const NO_EMAIL = 'Escribí tu e-mail antes de aplicar un código.'
export const ZERO = 'El total ya es $ 0,00: no hay nada que descontar.'
const FAILED = 'No se pudo aplicar el canje.'

/** What a refused code says: the list of `errores`, or `detail`, or its own text. */
export function refusalText(answer: { data: unknown; errores: string | null } | null): string {
  const body = answer?.data
  if (typeof body !== 'object' || body === null) return FAILED
  if ('errores' in body && Array.isArray(body.errores) && body.errores.length > 0)
    return body.errores.join(' ')
  return 'detail' in body && typeof body.detail === 'string' && body.detail !== '' ? body.detail : FAILED
}
