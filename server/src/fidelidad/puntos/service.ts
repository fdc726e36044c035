// The ledger of points, for other features. A balance is the sum of the lines; a sum below zero is a debt,
// with a balance of 0.
import { addDias, dayOf, startOfDay } from '@imprimitodo/shared/rules/base/fecha'
import { deudaDe, puntosWithin, saldoDe } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Queryable } from '../../base/db/open.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { listMovimientos, sumaOf, tipeadosEntre, tipeadosOf } from './store.ts'

export { checkSaldos, completeSaldos } from './check.ts'
export { restorePuntos, type Tomados, takeBackPuntos, tellAnulados } from './deuda.ts'
export { anuladosText } from './mails.ts'
export {
  countPremios,
  findEarned,
  findMovimiento,
  findPuntosPedido,
  findTaken,
  forgetGanados,
  ganadosSql,
  insertPremios,
  insertPuntos,
  insertPuntosPedido,
  listMovimientos,
  type PuntosPedido,
  premiosSql,
  puntosSql,
  puntosToGiveSql,
  saldosSql,
  sumPuntosOf,
} from './store.ts'
export { returnEnded, returnUnitsOf } from './unidades.ts'

/** The day of an instant, for sums of the points of a day. */
export function diaDe(cuando: Date): { desde: Date; hasta: Date } {
  const dia = dayOf(cuando)
  return { desde: new Date(startOfDay(dia)), hasta: new Date(startOfDay(addDias(dia, 1))) }
}

/**
 * Splits `puntos` for lines typed at the counter into those given at `cuando` and those above the owner's
 * limits: for the customer's day, whenever it was sold, and for one sale. `juntos`: the orders
 * of that sale. `toGive`: points of the day that wait for the customer's account; `cliente_id` null: there is none
 * yet. The caller has locked the customer's row.
 */
export async function puntosDeVenta(
  db: Queryable,
  {
    cliente_id,
    puntos: all,
    cuando,
    juntos = [],
    toGive = 0,
  }: {
    cliente_id: number | null
    puntos: number
    cuando: Date
    juntos?: string[]
    toGive?: number
  },
): Promise<{ puntos: number; recortados: number }> {
  const { puntos_venta } = await readAjustes(db)
  const propios = cliente_id === null ? 0 : await tipeadosEntre(db, cliente_id, diaDe(cuando))
  const deLaVenta = juntos.length === 0 ? 0 : await tipeadosOf(db, juntos)
  const puntos = puntosWithin(all, puntos_venta, { hoy: propios + toGive, deLaVenta })
  return { puntos, recortados: all - puntos }
}

/** Points that the account can spend. */
export const saldoOf = async (db: Queryable, clienteId: number): Promise<number> =>
  saldoDe(await sumaOf(db, clienteId))

/** The debt, which the account's next points pay first. */
export const deudaOf = async (db: Queryable, clienteId: number): Promise<number> =>
  deudaDe(await sumaOf(db, clienteId))

const EXPORT_LIMIT = 100_000

/** All movements of an account, for the customer's download. */
export const exportMovimientos = (db: Queryable, clienteId: number) =>
  listMovimientos(db, clienteId, { limit: EXPORT_LIMIT })
