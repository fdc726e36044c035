/** The longest address that mail can be sent to, in characters (RFC 5321). */
export const EMAIL_MAX = 254

/**
 * Something, an @ and a domain with a dot inside, without characters that would make two addresses of it in a
 * mail's header. The length is checked first, and the dot outside the expression: inside, its cost would grow
 * with the square of the text.
 */
export function isEmail(text: string): boolean {
  const email = text.trim()
  if (email.length > EMAIL_MAX || !/^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(email)) return false
  return email.slice(email.indexOf('@') + 2, -1).includes('.')
}

export const EMAIL_REQUIRED = 'El email es obligatorio'
export const EMAIL_INVALID = 'Por favor ingresa un email válido'
export const EMAIL_LONG = `El email puede tener hasta ${EMAIL_MAX} caracteres`
/** Told to a customer who looks for an order without its number. */
export const NUMERO_REQUIRED = 'Escribí el número de tu pedido, como 1042.'
export const CONTACTO_REQUIRED = 'Escribí tu correo o tu celular.'
export const CELULAR_REQUIRED = 'El celular es obligatorio'
export const CELULAR_SHORT = 'El celular debe tener al menos 10 dígitos'
export const CELULAR_LONG = 'El celular debe tener como máximo 15 dígitos'

/** The e-mail of a counter order whose customer left none. Nothing is ever sent there (RFC 2606). */
export const SIN_EMAIL = 'sin-email@imprimitodo.invalid'
export const SIN_CELULAR = '0000000000'

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * Spaces the digits 2-4-4 while they are typed. A few digits too many stay, so that the form can say so; a
 * pasted page is cut.
 */
export function spaceCelular(text: string): string {
  const digits = digitsOf(text).slice(0, 20)
  return [digits.slice(0, 2), digits.slice(2, 6), digits.slice(6)].filter(Boolean).join(' ')
}

/** null if it is fine. */
export function emailProblem(text: string): string | null {
  const { length } = text.trim()
  if (length === 0) return EMAIL_REQUIRED
  if (length > EMAIL_MAX) return EMAIL_LONG
  return isEmail(text) ? null : EMAIL_INVALID
}

export function celularProblem(text: string): string | null {
  const { length } = digitsOf(text)
  if (length === 0) return CELULAR_REQUIRED
  if (length < 10) return CELULAR_SHORT
  return length > 15 ? CELULAR_LONG : null
}

/** 'l•••••@gmail.com': its owner recognises it, and a stranger learns nothing. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••••@${host}`
}

/** 'B•••••': neither street nor number. */
export const maskDireccion = (direccion: string): string => `${/\p{L}/u.exec(direccion)?.[0] ?? ''}•••••`

/** '•• •••• 2233' */
export const maskCelular = (celular: string): string => `•• •••• ${digitsOf(celular).slice(-4)}`

/** The problem of the digits of an Argentine identity card; null if they are fine, or '' for none. */
export const dniProblem = (digits: string): string | null =>
  digits === '' || /^\d{7,8}$/.test(digits) ? null : 'El DNI lleva 7 u 8 números.'
