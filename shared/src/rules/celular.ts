import { digitsOf } from './contacto.ts'

/**
 * The 10 national digits (area and number) of an Argentine mobile however it was typed: with 00, 54, 9, 0 or the
 * mobile «15» after the area, whose length (2, 3 or 4) says where it stands. null where that is not certain.
 * Numbering plan: Plan Fundamental de Numeración Nacional.
 */
export function nationalCelular(typed: string): string | null {
  let digits = digitsOf(typed).replace(/^00/, '')
  if (digits.length >= 12 && digits.startsWith('54')) digits = digits.slice(2)
  digits = digits.replace(/^0/, '')
  if (digits.length === 11 && digits.startsWith('9')) digits = digits.slice(1)
  if (digits.length === 12) digits = without15(digits)
  return digits.length === 10 && !digits.startsWith('0') ? digits : null
}

/** Only Buenos Aires (11) has an area of two digits. */
function without15(digits: string): string {
  const at = (digits.startsWith('11') ? [2, 3, 4] : [3, 4]).find((index) => digits.startsWith('15', index))
  return at === undefined ? digits : digits.slice(0, at) + digits.slice(at + 2)
}

/** As it is stored: the national digits where they are certain, else the digits as typed (decisions). */
export const storedCelular = (typed: string): string => nationalCelular(typed) ?? digitsOf(typed)
