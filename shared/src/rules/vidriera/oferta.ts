/**
 * The fields of a product's offer; both prices in the same unit, `oferta_hasta` its last day in Tucumán,
 * 'YYYY-MM-DD'.
 */
export type Oferta = {
  importe: number | null
  es_oferta: boolean
  precio_anterior: number | null
  oferta_hasta: string | null
}

const NONE = { es_oferta: false, precio_anterior: null, oferta_hasta: null }

/**
 * The offer as the window shows it on a day of Tucumán, 'YYYY-MM-DD'. From the day after its last one it is
 * no longer an offer, and the product has the price before it.
 */
export function ofertaOn({ importe, es_oferta, precio_anterior, oferta_hasta }: Oferta, day: string): Oferta {
  if (!es_oferta) return { importe, ...NONE }
  if (oferta_hasta === null || day <= oferta_hasta)
    return { importe, es_oferta, precio_anterior, oferta_hasta }
  return { importe: precio_anterior ?? importe, ...NONE }
}

/**
 * The offer to store when `antes` is edited to `next`. When an offer is taken away, the price before it is restored,
 * unless another price was written in its place, and the price before and the last day are cleared.
 */
export function ofertaEdited(antes: Oferta, next: Oferta): Oferta {
  if (!antes.es_oferta || next.es_oferta) return next
  const isSame = next.importe === antes.importe
  return { importe: isSame ? (next.precio_anterior ?? next.importe) : next.importe, ...NONE }
}

type Problem = { campo: 'precio_anterior' | 'oferta_hasta'; mensaje: string }

/**
 * The problem of the offer of a product that was `antes` (null: a new one), on the day `today`. Null if it is fine, or
 * unchanged: its last day may have passed since.
 */
export function ofertaProblem(next: Oferta, antes: Oferta | null, today: string): Problem | null {
  const { importe, es_oferta, precio_anterior, oferta_hasta } = next
  if (antes && isEqual(next, antes)) return null
  const isDayOf = es_oferta || oferta_hasta !== antes?.oferta_hasta
  if (isDayOf && oferta_hasta !== null && oferta_hasta < today)
    return { campo: 'oferta_hasta', mensaje: 'La oferta tiene que terminar hoy o más adelante.' }
  const mensaje = precioAnteriorProblem(precio_anterior, importe, oferta_hasta)
  return mensaje === null ? null : { campo: 'precio_anterior', mensaje }
}

const isEqual = (a: Oferta, b: Oferta): boolean =>
  a.importe === b.importe &&
  a.es_oferta === b.es_oferta &&
  a.precio_anterior === b.precio_anterior &&
  a.oferta_hasta === b.oferta_hasta

function precioAnteriorProblem(
  anterior: number | null,
  importe: number | null,
  hasta: string | null,
): string | null {
  if (anterior === null)
    return hasta === null ? null : 'Poné el precio de antes: es el que vuelve cuando la oferta termina.'
  if (importe === null) return 'Poné también el precio de ahora.'
  return anterior > importe ? null : 'El precio de antes tiene que ser mayor que el de ahora.'
}
