import { shareOf } from '../base/dinero.ts'
import { acreditadoOf } from '../dinero/pago.ts'

/**
 * Whole points for a purchase: `porPeso` (the owner's setting, up to four decimals) for each peso. `centavos`
 * paid.
 */
export const puntosFor = (centavos: number, porPeso: number): number =>
  shareOf(centavos, Math.round(porPeso * 10_000), 1_000_000)

/** The most points that an owner may set as a limit. */
export const MAX_TOPE_PUNTOS = 100_000_000

/** The owner's limits for points of counter sales. */
export type TopesVenta = { por_venta: number; por_cliente_dia: number }

/**
 * The part of a sale's points that the limits allow. `hoy`: points of the customer's other sales of the day;
 * `deLaVenta`: points of other orders of the same sale.
 */
export const puntosWithin = (
  puntos: number,
  { por_venta, por_cliente_dia }: TopesVenta,
  { hoy, deLaVenta = 0 }: { hoy: number; deLaVenta?: number },
): number => Math.max(0, Math.min(puntos, por_venta - deLaVenta, por_cliente_dia - hoy))

/** The balance of an account, and its debt after a refund. `suma`: the sum of its movimientos. */
export const saldoDe = (suma: number): number => Math.max(0, suma)
export const deudaDe = (suma: number): number => Math.max(0, -suma)

/** The share of `puntos`, which bought `total` sheets, that belongs to `hojas` of them: whole points. */
export const puntosDeHojas = (puntos: number, total: number, hojas: number): number =>
  total <= 0 ? 0 : shareOf(puntos, Math.min(hojas, total), total)

type Pago = { estado: string; importe: number; devuelto: number; moneda: string }

/**
 * The points of an order that its refunds take back: all of them when nothing is left of `importe_final`,
 * else in proportion. Computed from all its payments and not from the last one, so that the refund of a
 * second payment takes nothing. Centavos.
 */
export function puntosLost(ganados: number, importe_final: number, pagos: readonly Pago[]): number {
  if (importe_final <= 0) return 0
  const gone = importe_final - Math.min(importe_final, Math.max(0, acreditadoOf(pagos)))
  return shareOf(ganados, gone, importe_final)
}
