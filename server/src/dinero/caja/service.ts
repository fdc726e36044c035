// What other features take from here: where the counter's money is written down, and whose a shift is.
import type { Queryable } from '../../base/db/open.ts'
import { findMovimiento, findTurno } from './store.ts'

export { noteInCaja, type PorCaja } from './note-in-caja.ts'
export { abiertosDesde } from './store.ts'

/** Undefined: there is none. */
export const sucursalOfTurno = async (db: Queryable, id: number) => (await findTurno(db, id))?.sucursal_id

/** Null: of no branch. */
export const sucursalOfMovimiento = async (db: Queryable, id: number) =>
  (await findMovimiento(db, id))?.sucursal_id
