// Points: what other features may ask of the ledger. A balance is the sum of its lines; below zero it is a debt, and the
// balance is 0.
import { dayOf, startOfDay } from '@imprimitodo/shared/rules/fecha'
import { deudaDe, puntosWithin, saldoDe } from '@imprimitodo/shared/rules/puntos'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import {
  insertPuntos,
  listMovimientos,
  type NewMovimiento,
  puntosOfVentas,
  sumaOf,
  updateVenta,
  ventaOfPedido,
} from './store.ts'

export { completarSaldos, comprobarSaldos } from './comprobar.ts'
export { takeBackPuntos } from './deuda.ts'
export {
  countPremios,
  findEarned,
  findVenta,
  findVentaDePedidos,
  insertPremios,
  insertVenta,
  linkPedidos,
  pedidosOfVenta,
  premiosSql,
  puntosSql,
  saldosSql,
  sumasOf,
  updateVenta,
  type Venta,
  ventaOfPedido,
  ventasSql,
} from './store.ts'

/** What of `puntos` a sale gives, and what the limits keep back. The customer's row is locked. */
export async function puntosDeVenta(
  tx: Tx,
  { cliente_id, puntos: all, cuando }: { cliente_id: number; puntos: number; cuando: Date },
) {
  const { puntos_venta } = await readAjustes(tx)
  const hoy = await puntosOfVentas(tx, cliente_id, new Date(startOfDay(dayOf(cuando))))
  const puntos = puntosWithin(all, puntos_venta, hoy)
  return { puntos, recortados: all - puntos }
}

/**
 * Of the points that were typed into an order at the counter, those that the owner's limits let through: they count for
 * the customer's day. The account's row is locked.
 */
export async function countPuntosDeVenta(
  tx: Tx,
  {
    pedido_id,
    cliente_id,
    puntos,
    cuando,
  }: { pedido_id: string; cliente_id: number; puntos: number; cuando: Date },
): Promise<number> {
  const given = await puntosDeVenta(tx, { cliente_id, puntos, cuando })
  const venta_id = await ventaOfPedido(tx, pedido_id)
  if (venta_id !== null) await updateVenta(tx, venta_id, { cliente_id, ...given })
  return given.puntos
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
