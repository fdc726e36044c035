// The till for other features: writing the counter's money down, and the branch of a shift.
import type { Queryable } from '../../base/db/open.ts'
import { findMovimientoCaja, findTurno } from './store.ts'

export { noteInCaja, type PorCaja } from './note-in-caja.ts'
export { abiertosDesde, movimientosCajaSql } from './store.ts'

/** Undefined: there is no such shift. */
export const sucursalOfTurno = async (db: Queryable, id: number) => (await findTurno(db, id))?.sucursal_id

/** Null: the movement belongs to no branch. */
export const sucursalOfMovimiento = async (db: Queryable, id: number) =>
  (await findMovimientoCaja(db, id))?.sucursal_id
