type Oferta = {
  importe: number | null
  es_oferta: boolean
  precio_anterior: number | null
  oferta_hasta: string | null
}

/**
 * What the window shows of an offer on a day of Tucumán, 'YYYY-MM-DD'; prices in centavos. From the day after its last
 * one it is no offer any more, and costs what it did before it.
 */
export function ofertaOn({ importe, es_oferta, precio_anterior, oferta_hasta }: Oferta, day: string): Oferta {
  if (!es_oferta) return { importe, es_oferta, precio_anterior: null, oferta_hasta: null }
  if (oferta_hasta === null || day <= oferta_hasta)
    return { importe, es_oferta, precio_anterior, oferta_hasta }
  return { importe: precio_anterior ?? importe, es_oferta: false, precio_anterior: null, oferta_hasta: null }
}

/** Prices in centavos. @returns the Spanish message, or null if it is fine */
export function precioAnteriorProblem(anterior: number | null, importe: number | null): string | null {
  if (anterior === null) return null
  if (importe === null) return 'Poné también el precio de ahora.'
  return anterior > importe ? null : 'El precio de antes tiene que ser mayor que el de ahora.'
}

/** `hasta` and `today` are days of Tucumán. @returns the Spanish message, or null if it is fine */
export const ofertaHastaProblem = (hasta: string | null, today: string): string | null =>
  hasta === null || hasta >= today ? null : 'La oferta tiene que terminar hoy o más adelante.'
