// Finds a branch by the name in a call.
import type { Queryable } from '../../base/db/open.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Sucursal, Tienda } from '../../base/runtime/deps.ts'
import { findSucursalByNombre } from './store.ts'

type Sucursales = Pick<Tienda, 'sucursales'>

/** The branch with that name, compared without case. */
export const sucursalLlamada = ({ sucursales }: Sucursales, nombre: string): Sucursal | undefined =>
  sucursales.find((one) => one.nombre.toLowerCase() === nombre.trim().toLowerCase())

/** @throws 400 {sucursal} */
export const needLlamada = (shop: Sucursales, nombre: string): Sucursal =>
  sucursalLlamada(shop, nombre) ?? missing()

/** Read in the caller's transaction. @throws 400 {sucursal} */
export const needSucursal = async (db: Queryable, nombre: string): Promise<Sucursal> =>
  (await findSucursalByNombre(db, nombre)) ?? missing()

const missing = (): never => {
  throw refuseField('sucursal', 'Esa sucursal no existe.')
}

/**
 * `alcance`: the only branch of a person, null for all. `que`: the action that they may do in their own branch alone,
 * such as `vender en`. @throws 403 otra_sucursal
 */
export function needPropia(alcance: number | null, id: number | null, que: string): void {
  if (alcance !== null && id !== alcance) throw refuse(403, `Solo podés ${que} tu sucursal.`, 'otra_sucursal')
}
