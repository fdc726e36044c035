import { addDias, dayOf, startOfDay } from '../base/fecha.ts'
import { CODIGOS_DE_TABLA } from '../fidelidad/codigo.ts'

/** Days of the shop, 'YYYY-MM-DD', both included. */
export type Rango = { desde: string; hasta: string }

const DAY_MS = 24 * 3600_000
export const MAX_DIAS = 366

/** The instants of a range: from the first day's 0:00 in Tucumán up to, but without, the 0:00 after the last. */
export const instantsOf = ({ desde, hasta }: Rango): { from: Date; to: Date } => ({
  from: new Date(startOfDay(desde)),
  to: new Date(startOfDay(addDias(hasta, 1))),
})

/** How many days it has; 0 or less where it ends before it begins. */
export const diasIn = ({ desde, hasta }: Rango): number =>
  Math.round((Date.parse(hasta) - Date.parse(desde)) / DAY_MS) + 1

/** Why a range is refused, in Spanish; null if it is fine. */
export function rangoFechasProblem(rango: Rango): string | null {
  const dias = diasIn(rango)
  if (dias < 1) return 'El rango termina antes de empezar.'
  return dias > MAX_DIAS ? `El rango es demasiado largo: hasta ${MAX_DIAS} días.` : null
}

export const diasOf = (rango: Rango): string[] =>
  Array.from({ length: Math.max(0, diasIn(rango)) }, (_, index) => addDias(rango.desde, index))

export const PERIODOS = ['hoy', 'ayer', 'semana', 'mes'] as const
export type Periodo = (typeof PERIODOS)[number]

/** `semana`: the last 7 days, today included. `mes`: from the 1st until today. */
export function rangoDePeriodo(periodo: Periodo, now: string | Date): Rango {
  const hoy = dayOf(now)
  const ayer = addDias(hoy, -1)
  if (periodo === 'ayer') return { desde: ayer, hasta: ayer }
  if (periodo === 'semana') return { desde: addDias(hoy, -6), hasta: hoy }
  return { desde: periodo === 'mes' ? `${hoy.slice(0, 8)}01` : hoy, hasta: hoy }
}

/**
 * Where money came in: online; at the counter for an order; at the counter for a sale that was typed in; as
 * the payment of a cuenta corriente's debt; by the courier who brought the parcel.
 */
export const CANALES = ['web', 'mostrador', 'venta', 'cuenta', 'envio'] as const
export type Canal = (typeof CANALES)[number]
export const CANAL_TITLES: Record<Canal, string> = {
  web: 'Por la web',
  mostrador: 'En el mostrador',
  venta: 'Ventas cargadas',
  cuenta: 'Pagos de cuentas corrientes',
  envio: 'Envíos',
}

/** The kinds of discount in a report, in its order: the web's percent, each kind of code, one given by a person. */
export const DESCUENTO_TIPOS = ['web', ...CODIGOS_DE_TABLA, 'mano'] as const

const MEDIOS: Record<string, string> = {
  visa: 'Visa crédito',
  debvisa: 'Visa débito',
  master: 'Mastercard crédito',
  debmaster: 'Mastercard débito',
  amex: 'American Express',
  pagofacil: 'Pago Fácil',
  mercadopago: 'Mercado Pago',
  cuenta: 'Cuenta corriente',
}

/**
 * A readable name of the provider's payment method: 'Visa débito', 'Rapipago'; a missing one is named as
 * missing.
 */
export function medioTitle(medio: string | null): string {
  if (!medio) return 'Sin medio informado'
  return MEDIOS[medio] ?? medio.charAt(0).toUpperCase() + medio.slice(1)
}
