import { splitIva } from './iva.ts'

/**
 * Centavos without VAT, for the legend 'PRECIO SIN IMPUESTOS NACIONALES' below the price (Resolución 4/2025). Only a
 * seller who is registered for VAT has one inside the price; null for a monotributista.
 */
export const netoOf = (centavos: number, condicion: 'RI' | 'MT'): number | null =>
  condicion === 'RI' ? splitIva(centavos).neto : null
