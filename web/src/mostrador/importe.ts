import { numeroEscrito } from '@imprimitodo/shared/rules/numero-escrito'

/**
 * Pesos from what a clerk types: '12.500', '12500,50', '12.500,50', '$ 300', '300 $', '99.90'. Null where it is no amount
 * above 0.
 */
export function parseImporte(typed: string): number | null {
  const pesos = parseDesdeCero(typed)
  return pesos !== null && pesos > 0 ? pesos : null
}

/** The same, with 0 allowed. */
export function parseDesdeCero(typed: string): number | null {
  const pesos = numeroEscrito(typed.replace(/^\s*\$|\$\s*$/, ''), 2)
  return pesos >= 0 ? pesos : null
}
