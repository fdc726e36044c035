import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { numeroEscrito } from '@imprimitodo/shared/rules/base/numero-escrito'

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

/** '−$ 6.000,00' for money that went out, or a credit. */
export const conSigno = (pesos: number): string =>
  pesos < 0 ? `−${formatPesos(-pesos)}` : formatPesos(pesos)

/** '$ 12.500', of whole pesos. */
export const sinCentavos = (pesos: number): string => formatPesos(pesos).replace(',00', '')
