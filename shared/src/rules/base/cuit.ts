export const CUIT_INVALID =
  'CUIT inválido. Debe tener 11 dígitos y ser válido según ARCA. No utilizar - para separar dígitos'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * 11 digits and nothing else, the last one the check digit of the others. A check digit that computes to 11
 * is 0; a base whose check digit computes to 10 makes no CUIT.
 */
export function isCuit(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return Number(text[10]) === (11 - (sum % 11)) % 11 // 10 is no digit, so the comparison fails
}

export const cuitProblem = (text: string): string | null => (isCuit(text) ? null : CUIT_INVALID)

/** '20-12345678-6', for paper. */
export const formatCuit = (cuit: string): string => cuit.replace(/^(\d\d)(\d{8})(\d)$/, '$1-$2-$3')
