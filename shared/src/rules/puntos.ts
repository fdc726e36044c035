import { acreditadoOf } from './pago.ts'

/** Points for a purchase: `porPeso` (the owner's, up to four decimals) for each peso, whole ones. `centavos` paid. */
export const puntosFor = (centavos: number, porPeso: number): number =>
  Math.floor((centavos * Math.round(porPeso * 10_000)) / 1_000_000)

/** The most points that an owner may set as a limit. */
export const MAX_TOPE_PUNTOS = 100_000_000

/** The owner's limits of what sales at the counter give. */
export type TopesVenta = { por_venta: number; por_cliente_dia: number }

/**
 * Of the points of a sale, those that the limits let through. `hoy`: what the customer's others of the day gave;
 * `deLaVenta`: what other orders of the same sale gave.
 */
export const puntosWithin = (
  puntos: number,
  { por_venta, por_cliente_dia }: TopesVenta,
  { hoy, deLaVenta = 0 }: { hoy: number; deLaVenta?: number },
): number => Math.max(0, Math.min(puntos, por_venta - deLaVenta, por_cliente_dia - hoy))

/** Of an account's ledger: what can be spent, and what is owed since a refund. `suma`: of all its lines. */
export const saldoDe = (suma: number): number => Math.max(0, suma)
export const deudaDe = (suma: number): number => Math.max(0, -suma)

/** Of the `puntos` that bought `total` sheets, those that `hojas` of them stand for: whole ones. */
export const puntosDeHojas = (puntos: number, total: number, hojas: number): number =>
  total <= 0 ? 0 : Math.floor((puntos * Math.min(hojas, total)) / total)

type Pago = { estado: string; importe: number; devuelto: number; moneda: string }

/**
 * Of the points that an order earned, those that its money took along when it went back: all of them when nothing is
 * left of `importe_final`, else in proportion. Of all its payments and not of the last one, so
 * that a second payment that returns takes nothing. Centavos.
 */
export function puntosLost(ganados: number, importe_final: number, pagos: readonly Pago[]): number {
  if (importe_final <= 0) return 0
  const gone = importe_final - Math.min(importe_final, Math.max(0, acreditadoOf(pagos)))
  return Math.floor((ganados * gone) / importe_final)
}
