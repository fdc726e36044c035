/** At least 8 characters. The maximum only bounds what is hashed; phrases fit easily. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

export const PASSWORD_SHORT = 'La contraseña debe tener al menos 8 caracteres'
export const PASSWORD_LONG = `La contraseña puede tener hasta ${PASSWORD_MAX} caracteres`
export const PASSWORD_MISMATCH = 'Las contraseñas no coinciden'
export const PASSWORD_WEAK = 'La contraseña es demasiado débil'
export const PASSWORD_COMMON = 'Esa contraseña es muy común. Elegí otra.'
export const PASSWORD_FIELDS = 'Completa todos los campos'

/** A password change needs this score. */
const STRONG_ENOUGH = 50

/** «Ñ» is an uppercase letter; anything but a letter, digit or space is a symbol. */
const KINDS = [
  { nombre: 'un número', kind: /\p{Nd}/u },
  { nombre: 'una mayúscula', kind: /\p{Lu}/u },
  { nombre: 'un símbolo', kind: /[^\p{L}\p{M}\p{N}\s]/u },
]

export type Fuerza = { puntaje: 25 | 50 | 75 | 100; nombre: 'Débil' | 'Moderada' | 'Fuerte' }

/**
 * 25 for 8 characters or more, and 25 each for an uppercase letter, a digit and a symbol; under 8 always 25.
 */
export function passwordFuerza(password: string): Fuerza {
  const found = lengthOf(password) < PASSWORD_MIN ? 0 : KINDS.filter(({ kind }) => kind.test(password)).length
  const puntaje = ([25, 50, 75, 100] as const)[found] ?? 25
  return { puntaje, nombre: puntaje < 50 ? 'Débil' : puntaje < 75 ? 'Moderada' : 'Fuerte' }
}

/** The parts of the score, in the words of the screen. */
export const passwordPartes = (password: string): { nombre: string; cumple: boolean }[] => [
  { nombre: '8 caracteres', cumple: lengthOf(password) >= PASSWORD_MIN },
  ...KINDS.map(({ nombre, kind }) => ({ nombre, cumple: kind.test(password) })),
]

/** The problem of a new account's password, by its length alone; null if it is fine. */
export function passwordProblem(password: string): string | null {
  const length = lengthOf(password)
  if (length < PASSWORD_MIN) return PASSWORD_SHORT
  return length > PASSWORD_MAX ? PASSWORD_LONG : null
}

/** The problem of the registration form's second field. */
export function repeatProblem(password: string, repeated: string): string | null {
  return password === repeated ? null : PASSWORD_MISMATCH
}

/** The problem of a password that replaces another (profile, reset), by its strength too; null if it is fine. */
export function newPasswordProblem(password: string): string | null {
  const problem = passwordProblem(password)
  if (problem) return problem
  return passwordFuerza(password).puntaje < STRONG_ENOUGH ? PASSWORD_WEAK : null
}

/** The profile's form 'Cambiar contraseña', checked in this order: empty fields, the repetition, the strength. null if it is fine. */
export function passwordChangeProblem(form: {
  actual: string
  nueva: string
  confirmacion: string
}): string | null {
  const { actual, nueva, confirmacion } = form
  if (!actual || !nueva || !confirmacion) return PASSWORD_FIELDS
  if (nueva !== confirmacion) return PASSWORD_MISMATCH
  const problem = newPasswordProblem(nueva)
  // The form has one message for every weakness, and a short password is a weak one
  return problem === PASSWORD_SHORT ? PASSWORD_WEAK : problem
}

/**
 * The most code units that could still be few characters: the longest emoji, or a letter with many accents.
 */
const MOST_UNITS = 4 * PASSWORD_MAX

/**
 * In characters as people count them: an emoji or a composed «ñ» is one. A text far too long is not composed
 * first: a text of accents alone would cost the square of its length.
 */
const lengthOf = (text: string): number =>
  text.length > MOST_UNITS ? text.length : [...text.normalize('NFC')].length
