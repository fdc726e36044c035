// Points: what other features may ask of the ledger. A balance is the sum of its lines and never negative.
import type { Queryable, Tx } from '../db/open.ts'
import { insertPuntos, listMovimientos, lockCliente, type NewMovimiento, saldoOf } from './store.ts'

export { findEarned, lockCliente, saldoOf } from './store.ts'

/** The newest ones of an account, each with the balance that it left. */
export const movimientosOf = (db: Queryable, clienteId: number, limit: number) =>
  listMovimientos(db, clienteId, { limit })

const EXPORT_LIMIT = 100_000

/** Of an order or a sale. The same `clave` counts once: false if it did before. */
export const earnPuntos = (tx: Tx, earned: NewMovimiento): Promise<boolean> => insertPuntos(tx, earned)

/**
 * Takes `puntos` (positive) or as many as are left, under the lock of the customer's row.
 * @returns how many it took
 */
export async function takeBackPuntos(tx: Tx, taken: NewMovimiento): Promise<number> {
  if (!(await lockCliente(tx, taken.cliente_id))) return 0
  const puntos = Math.min(taken.puntos, await saldoOf(tx, taken.cliente_id))
  if (puntos <= 0) return 0
  return (await insertPuntos(tx, { ...taken, puntos: -puntos })) ? puntos : 0
}

/** All movements of an account, for the customer to take along. */
export const exportMovimientos = (db: Queryable, clienteId: number) =>
  listMovimientos(db, clienteId, { limit: EXPORT_LIMIT })
