/** A simple address pattern (spec section 5), without what makes two of one in a mail's header. */
export const isEmail = (text: string): boolean =>
  /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()"]+$/.test(text.trim()) && text.trim().length <= 254

export const EMAIL_REQUIRED = 'El email es obligatorio'
export const EMAIL_INVALID = 'Por favor ingresa un email válido'
export const CELULAR_REQUIRED = 'El celular es obligatorio'
export const CELULAR_SHORT = 'El celular debe tener al menos 10 dígitos'
export const CELULAR_LONG = 'El celular debe tener como máximo 13 dígitos'

/** Of an order taken at the counter from somebody who left none. Nothing is ever sent there (RFC 2606). */
export const SIN_EMAIL = 'sin-email@imprimitodo.invalid'
export const SIN_CELULAR = '0000000000'

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Digits spaced 2-4-4 while they are typed (spec section 5). */
export function spaceCelular(text: string): string {
  const digits = digitsOf(text).slice(0, 13)
  return [digits.slice(0, 2), digits.slice(2, 6), digits.slice(6)].filter(Boolean).join(' ')
}

/** null if it is fine. */
export function emailProblem(text: string): string | null {
  if (!text.trim()) return EMAIL_REQUIRED
  return isEmail(text) ? null : EMAIL_INVALID
}

export function celularProblem(text: string): string | null {
  const { length } = digitsOf(text)
  if (length === 0) return CELULAR_REQUIRED
  if (length < 10) return CELULAR_SHORT
  return length > 13 ? CELULAR_LONG : null
}

/** 'l•••••@gmail.com': enough for its owner to know it, too little for anybody else. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••••@${host}`
}

/** '•• •••• 2233' */
export const maskCelular = (celular: string): string => `•• •••• ${digitsOf(celular).slice(-4)}`
