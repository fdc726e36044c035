import { isOddName, ODD_CHARACTER } from './caracteres.ts'

export const NOMBRE_REQUIRED = 'El nombre es obligatorio'
export const NOMBRE_LONG = 'El nombre puede tener hasta 120 letras'
const NOMBRE_MAX = 120

/** null if it is fine. */
export function nombreProblem(nombre: string): string | null {
  const { length } = nombre.trim()
  if (length === 0) return NOMBRE_REQUIRED
  if (length > NOMBRE_MAX) return NOMBRE_LONG
  return isOddName(nombre.trim()) ? ODD_CHARACTER : null
}

/** 'ana pérez' is 'Ana Pérez', 'JUAN' is 'Juan'; 'McCoy' stays as its owner wrote it. */
export const capitaliseNombre = (nombre: string): string =>
  nombre
    .trim()
    .split(/\s+/)
    .map((word) => {
      const isOneCase = word === word.toLocaleLowerCase('es') || word === word.toLocaleUpperCase('es')
      const rest = word.slice(1)
      return word.charAt(0).toLocaleUpperCase('es') + (isOneCase ? rest.toLocaleLowerCase('es') : rest)
    })
    .join(' ')

/** 'ana@example.com' is 'ana' (the account menu). */
export const emailLocalPart = (email: string): string => email.split('@')[0] ?? ''

/** The name in the profile's greeting: the capitalised name, or the e-mail's local part if there is none. */
export const greetingName = (nombre: string | null, email: string): string =>
  capitaliseNombre(nombre ?? '') || emailLocalPart(email)
