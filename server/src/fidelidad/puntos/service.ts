// Points: what other features may ask of the ledger. A balance is the sum of its lines; below zero it is a debt, and the
// balance is 0.
import { deudaDe, saldoDe } from '@imprimitodo/shared/rules/puntos'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { insertPuntos, listMovimientos, type NewMovimiento, sumaOf } from './store.ts'

export { completarSaldos, comprobarSaldos } from './comprobar.ts'
export { takeBackPuntos } from './deuda.ts'
export {
  countPremios,
  findEarned,
  insertPremios,
  premiosSql,
  puntosSql,
  saldosSql,
  sumasOf,
  ventasSql,
} from './store.ts'

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
