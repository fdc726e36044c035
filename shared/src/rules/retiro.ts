/** Of who picks an order up, and of what the shop should know of it: both may be left empty. Characters. */
export const NOMBRE_RETIRO_MAX = 60
export const NOTA_MAX = 300

export const NOMBRE_RETIRO_LONG = `El nombre puede tener hasta ${NOMBRE_RETIRO_MAX} caracteres.`
export const NOTA_LONG = `La nota puede tener hasta ${NOTA_MAX} caracteres.`
const ODD = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
// Cc: control characters. Bidirectional marks turn the text around them around on a ticket.
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

/** null if it is fine. One line. */
export function nombreRetiroProblem(text: string): string | null {
  if (text.trim().length > NOMBRE_RETIRO_MAX) return NOMBRE_RETIRO_LONG
  return CONTROL.test(text) ? ODD : null
}

/** null if it is fine. It may have several lines. */
export function notaProblem(text: string): string | null {
  if (text.trim().length > NOTA_MAX) return NOTA_LONG
  return CONTROL_BUT_LINES.test(text) ? ODD : null
}
