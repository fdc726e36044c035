/** Typed codes: 12 characters of Crockford's base 32 (60 bits), written XXXX-XXXX-XXXX. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `bytes`: 12 random ones; the low 5 bits of each are used, so every character is equally likely. */
export function codigoFrom(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, 12), (byte) => ALPHABET[byte & 31]).join('')
  return text.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')
}

/** A typed code in the form that is stored; null if it cannot be a code. O is 0, I and L are 1. */
export function normaliseCodigo(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (text.length !== 12 || [...text].some((char) => !ALPHABET.includes(char))) return null
  return text.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')
}

const START_MIN = 3

/** The first characters of a code as they are kept, dashes included; null: too few, or no beginning of one. */
export function startOfCodigo(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (text.length < START_MIN || text.length > 12 || [...text].some((char) => !ALPHABET.includes(char)))
    return null
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** `retiro` is the pickup code of an order; the others belong to a customer. */
export const CODIGO_TIPOS = ['cupon', 'ruleta', 'premio', 'retiro', 'hojas'] as const
