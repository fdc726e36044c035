// The daily coupon: 10 % the first time, 5 % later, good for 24 hours.
import { dayOf, nextMidnight } from '../base/fecha.ts'

const CUPON_HOURS = 24

/** The latest coupon of a customer; null: the customer never had one. */
type UltimoCupon = { vence: Date; usado: Date | null } | null

/**
 * The owner sets one percent for a customer's first coupon and one for the later ones. If the first is 0 there is no
 * welcome coupon; if the result is 0, there is no coupon at all.
 */
export const descuentoCupon = (
  isFirst: boolean,
  { primero, siguientes }: { primero: number; siguientes: number },
): number => (isFirst && primero > 0 ? primero : siguientes)

export const endOfCupon = (now: Date): Date => new Date(now.getTime() + CUPON_HOURS * 3600_000)

/**
 * From when on the next coupon may be generated; null: now. Not while the last one is unused and valid, nor, once it
 * was used, before the next 00:00 in Tucumán. A coupon that expired unused does not prevent the next.
 */
export function nextCuponAt(last: UltimoCupon, now: Date): Date | null {
  if (!last) return null
  const from = last.usado ? new Date(nextMidnight(last.usado)) : last.vence
  return now < from ? from : null
}

/** Why not, in Spanish, or null if another one may be generated. */
export function cuponProblem(last: UltimoCupon, now: Date): string | null {
  if (!nextCuponAt(last, now)) return null
  if (!last?.usado) return 'Ya tenés un cupón sin usar. Usalo antes de generar otro.'
  return dayOf(last.usado) === dayOf(now)
    ? 'Ya usaste tu cupón de hoy. Mañana desde las 00:00 podés generar otro.'
    : 'Todavía no podés generar otro cupón.' // its use is in the future: the clock that stamped it ran ahead
}
