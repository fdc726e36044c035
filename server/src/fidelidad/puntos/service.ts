// Points: what other features may ask of the ledger. A balance is the sum of its lines; below zero it is a debt, and the
// balance is 0.
import { dayOf, startOfDay } from '@imprimitodo/shared/rules/fecha'
import { deudaDe, puntosWithin, saldoDe } from '@imprimitodo/shared/rules/puntos'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { pedidosBeside } from '../../dinero/ventas/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import {
  insertPuntos,
  listMovimientos,
  type NewMovimiento,
  sumaOf,
  tipeadosDe,
  tipeadosDesde,
} from './store.ts'

export { checkSaldos, completeSaldos } from './check.ts'
export { takeBackPuntos } from './deuda.ts'
export {
  countPremios,
  findEarned,
  insertPremios,
  premiosSql,
  puntosSql,
  saldosSql,
  sumPuntosOf,
} from './store.ts'

/**
 * Of `puntos` for what was typed at the counter those that are given at `cuando`, and those that the owner's limits keep
 * back: of that day, whenever it was sold, and of one sale, `pedido_id` being the order that earns them. Who gives them has
 * the customer's row locked.
 */
export async function puntosDeVenta(
  db: Queryable,
  {
    cliente_id,
    puntos: all,
    cuando,
    pedido_id = null,
  }: { cliente_id: number; puntos: number; cuando: Date; pedido_id?: string | null },
): Promise<{ puntos: number; recortados: number }> {
  const { puntos_venta } = await readAjustes(db)
  const hoy = await tipeadosDesde(db, cliente_id, new Date(startOfDay(dayOf(cuando))))
  const deLaVenta = pedido_id === null ? 0 : await tipeadosDe(db, await pedidosBeside(db, pedido_id))
  const puntos = puntosWithin(all, puntos_venta, { hoy, deLaVenta })
  return { puntos, recortados: all - puntos }
}

/** What the account can spend. */
export const saldoOf = async (db: Queryable, clienteId: number): Promise<number> =>
  saldoDe(await sumaOf(db, clienteId))

/** What its next points pay first. */
export const deudaOf = async (db: Queryable, clienteId: number): Promise<number> =>
  deudaDe(await sumaOf(db, clienteId))

/** The newest ones of an account, each with the balance that it left. */
export const movimientosOf = (db: Queryable, clienteId: number, limit: number) =>
  listMovimientos(db, clienteId, { limit })

const EXPORT_LIMIT = 100_000

/** Of an order or a sale. The same `clave` counts once: false if it did before. */
export const earnPuntos = (tx: Tx, earned: NewMovimiento): Promise<boolean> => insertPuntos(tx, earned)

/** All movements of an account, for the customer to take along. */
export const exportMovimientos = (db: Queryable, clienteId: number) =>
  listMovimientos(db, clienteId, { limit: EXPORT_LIMIT })
