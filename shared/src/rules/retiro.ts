/** Of who picks an order up, and of what the shop should know of it: both may be left empty. Characters. */
export const NOMBRE_RETIRO_MAX = 60
export const NOTA_MAX = 300

export const NOMBRE_RETIRO_LONG = `El nombre puede tener hasta ${NOMBRE_RETIRO_MAX} caracteres.`
export const NOTA_LONG = `La nota puede tener hasta ${NOTA_MAX} caracteres.`
const ODD = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
// Control characters, and what is not seen: a name of that alone would be none, and bidirectional marks turn the text
// around them around on a ticket. A note may have lines, and the joiner inside of emoji.
const ODD_IN_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const ODD_IN_NOTE = /[^\P{Cc}\n\r\t]|[^\P{Cf}\u200d]|[\p{Zl}\p{Zp}]/u

/** null if it is fine. One line. */
export function nombreRetiroProblem(text: string): string | null {
  if (text.trim().length > NOMBRE_RETIRO_MAX) return NOMBRE_RETIRO_LONG
  return ODD_IN_NAME.test(text) ? ODD : null
}

/** null if it is fine. It may have several lines. */
export function notaProblem(text: string): string | null {
  if (text.trim().length > NOTA_MAX) return NOTA_LONG
  return ODD_IN_NOTE.test(text) ? ODD : null
}
