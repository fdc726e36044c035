// The daily coupon of a customer.
import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { cuponProblem, descuentoCupon, endOfCupon } from '@imprimitodo/shared/rules/fidelidad/cupon'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findCliente, lockCliente } from '../../cuentas/auth/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { countCupones, createCodigo, lastCupon } from '../codigos/service.ts'
import { everHadCupon, hadCuponBefore, rememberCupon } from './primero.ts'

export { rememberEarlier } from './primero.ts'

/** Percent of the welcome coupon that waits for a new account of this mailbox; 0 where it had one before. */
export async function bienvenidaOf(
  db: Queryable,
  deps: Pick<Deps, 'dataDir'>,
  email: string,
): Promise<number> {
  return (await everHadCupon(db, deps, email)) ? 0 : (await readAjustes(db)).cupon.primero
}

const NONE = { codigo: null, descuento: null, fecha_vencimiento: null, fecha_uso: null, usado: false }

/**
 * The latest coupon, used or not, expired or not, spent by an order or at the counter. `cantidad_cupones`
 * also counts the first one that the mailbox had under an earlier account: 0 promises the first coupon's
 * percent.
 */
export async function viewCupon(
  db: Queryable,
  deps: Pick<Deps, 'dataDir'>,
  clienteId: number,
): Promise<Omit<CuponAnswer, 'access'>> {
  const cupon = await lastCupon(db, clienteId)
  const { total, desde } = await countCupones(db, clienteId)
  const direcciones = await findCliente(db, clienteId)
  const isAnother = direcciones !== undefined && (await hadCuponBefore(db, deps, direcciones, desde))
  const cantidad_cupones = total + (isAnother ? 1 : 0)
  if (!cupon) return { cantidad_cupones, ...NONE }
  return {
    cantidad_cupones,
    codigo: cupon.codigo,
    descuento: cupon.porcentaje,
    fecha_vencimiento: cupon.vence.toISOString(),
    fecha_uso: cupon.usado?.toISOString() ?? null,
    usado: cupon.usado !== null,
  }
}

/**
 * @throws 400 {non_field_errors} while the last one is unused and alive, on the day it was used, and where the owner
 * gives none
 */
export function generateCupon(deps: Pick<Deps, 'db' | 'now' | 'dataDir'>, clienteId: number) {
  const { db, now } = deps
  return db.transaction(async (tx) => {
    // One coupon of a customer is made at a time, so that two requested at once are not both the first
    const direcciones = await lockCliente(tx, clienteId)
    if (!direcciones) throw notFound('Esa cuenta ya no existe.')
    const creado = now() // read under the lock: coupons of other requests are older
    const problem = cuponProblem(await lastCupon(tx, clienteId), creado)
    if (problem) throw refuseField('non_field_errors', problem)
    const { cupon } = await readAjustes(tx)
    const isFirstOfAll = await rememberCupon(tx, deps, direcciones, creado)
    const { total } = await countCupones(tx, clienteId)
    const porcentaje = descuentoCupon(isFirstOfAll && total === 0, cupon)
    if (porcentaje === 0) throw refuseField('non_field_errors', 'Por ahora no hay cupones.')
    await createCodigo(tx, {
      tipo: 'cupon',
      cliente_id: clienteId,
      porcentaje,
      creado,
      vence: endOfCupon(creado),
      producto_nombre: `Cupón de ${formatPercent(porcentaje)} %`,
    })
    return viewCupon(tx, deps, clienteId)
  })
}
