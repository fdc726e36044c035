import { isOddName, ODD_CHARACTER } from '../base/caracteres.ts'

/**
 * Limits of a product's name and price. Prices in centavos; each check answers the Spanish message, or null
 * if it is fine.
 */
const PRODUCTO_NOMBRE_MAX = 120
const PRODUCTO_TEXTO_MAX = 4000
/** A hundred million pesos: a dearer product in a copy shop is a typing error. */
const PRODUCTO_IMPORTE_MAX = 100_000_000_00
export const PRODUCTO_IMAGENES_MAX = 12
/** For the PDF of the flag kits. */
export const KIT_MAX_BYTES = 20_000_000

export function productoNombreProblem(nombre: string): string | null {
  const { length } = nombre.trim()
  if (length === 0) return 'Poné un nombre.'
  if (length > PRODUCTO_NOMBRE_MAX) return `El nombre puede tener hasta ${PRODUCTO_NOMBRE_MAX} letras.`
  return isOddName(nombre.trim()) ? ODD_CHARACTER : null
}

export const productoTextoProblem = (texto: string): string | null =>
  texto.trim().length > PRODUCTO_TEXTO_MAX
    ? `La descripción puede tener hasta ${PRODUCTO_TEXTO_MAX} letras.`
    : null

/** Null means that the customer asks for the price; 0 is free. */
export function productoImporteProblem(centavos: number | null): string | null {
  if (centavos === null) return null
  if (!Number.isInteger(centavos) || centavos < 0)
    return 'El precio es un número desde 0, con hasta dos decimales.'
  return centavos > PRODUCTO_IMPORTE_MAX ? 'Ese precio es demasiado grande.' : null
}
