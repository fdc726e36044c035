import { isOddName, isOddNote, ODD_CHARACTER } from '../base/caracteres.ts'

/**
 * For the name of the person who picks an order up, and for the note to the shop: both may be empty.
 * Characters.
 */
export const NOMBRE_RETIRO_MAX = 60
export const NOTA_MAX = 300

export const NOTA_EQUIPO_MAX = 500
export const ESTANTE_MAX = 12

export const NOMBRE_RETIRO_LONG = `El nombre puede tener hasta ${NOMBRE_RETIRO_MAX} caracteres.`
export const NOTA_LONG = `La nota puede tener hasta ${NOTA_MAX} caracteres.`
export const NOTA_EQUIPO_LONG = `La nota puede tener hasta ${NOTA_EQUIPO_MAX} caracteres.`
export const ESTANTE_LONG = `El estante puede tener hasta ${ESTANTE_MAX} caracteres.`

/** null if it is fine. One line. */
export function nombreRetiroProblem(text: string): string | null {
  if ([...text.trim()].length > NOMBRE_RETIRO_MAX) return NOMBRE_RETIRO_LONG
  return isOddName(text) ? ODD_CHARACTER : null
}

/** A shelf as it is stored: 'b 3' is 'B 3'. */
export const normaliseEstante = (text: string): string =>
  text.trim().replace(/\s+/g, ' ').toLocaleUpperCase('es')

/** null if it is fine. Letters, digits, spaces, dots and dashes: it has to be read from two metres. */
export function estanteProblem(text: string): string | null {
  if (text.trim().length > ESTANTE_MAX) return ESTANTE_LONG
  return /^[\p{L}\p{N} .-]*$/u.test(text) ? null : 'El estante lleva letras y números: «B3».'
}

/** For the notes that staff write to each other. null if it is fine. It may have several lines. */
export function notaEquipoProblem(text: string): string | null {
  if (text.trim() === '') return 'Escribí la nota.'
  if (text.trim().length > NOTA_EQUIPO_MAX) return NOTA_EQUIPO_LONG
  return isOddNote(text) ? ODD_CHARACTER : null
}

/** null if it is fine. It may have several lines. */
export function notaProblem(text: string): string | null {
  if (text.trim().length > NOTA_MAX) return NOTA_LONG
  return isOddNote(text) ? ODD_CHARACTER : null
}
