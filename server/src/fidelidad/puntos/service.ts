// The ledger of points, for other features. A balance is the sum of the lines; a sum below zero is a debt,
// with a balance of 0.
import { dayOf, startOfDay } from '@imprimitodo/shared/rules/base/fecha'
import { deudaDe, puntosWithin, saldoDe } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Queryable } from '../../base/db/open.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { listMovimientos, sumaOf, tipeadosDesde, tipeadosOf } from './store.ts'

export { checkSaldos, completeSaldos } from './check.ts'
export { takeBackPuntos } from './deuda.ts'
export {
  countPremios,
  findEarned,
  findMovimiento,
  insertPremios,
  insertPuntos,
  listMovimientos,
  premiosSql,
  puntosSql,
  saldosSql,
  sumPuntosOf,
} from './store.ts'
export { returnEnded, returnUnitsOf } from './unidades.ts'

/**
 * Splits `puntos` for lines typed at the counter into those given at `cuando` and those above the owner's
 * limits: for the customer's day, whenever it was sold, and for one sale. `juntos`: the orders
 * of that sale. The caller has locked the customer's row.
 */
export async function puntosDeVenta(
  db: Queryable,
  {
    cliente_id,
    puntos: all,
    cuando,
    juntos = [],
  }: { cliente_id: number; puntos: number; cuando: Date; juntos?: string[] },
): Promise<{ puntos: number; recortados: number }> {
  const { puntos_venta } = await readAjustes(db)
  const hoy = await tipeadosDesde(db, cliente_id, new Date(startOfDay(dayOf(cuando))))
  const deLaVenta = juntos.length === 0 ? 0 : await tipeadosOf(db, juntos)
  const puntos = puntosWithin(all, puntos_venta, { hoy, deLaVenta })
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
