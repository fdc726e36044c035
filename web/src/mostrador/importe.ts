/**
 * Pesos from what a clerk types: '12.500', '12500,50', '12.500,50', '$ 300', '99.90'. A dot counts as the decimal
 * one only before one or two last digits. Null where it is no amount above 0.
 */
export function parseImporte(typed: string): number | null {
  const pesos = parseDesdeCero(typed)
  return pesos !== null && pesos > 0 ? pesos : null
}

/** The same, with 0 allowed. */
export function parseDesdeCero(typed: string): number | null {
  const text = typed.replace(/[\s$]/g, '')
  const isArgentine = /^\d{1,3}(\.\d{3})*(,\d{1,2})?$|^\d+(,\d{1,2})?$/.test(text)
  if (!isArgentine && !/^\d+\.\d{1,2}$/.test(text)) return null
  return Number(isArgentine ? text.replaceAll('.', '').replace(',', '.') : text)
}

/** An amount as the text of a field: '30000', '99,5'. */
export const typedPesos = (pesos: number): string => String(pesos).replace('.', ',')
