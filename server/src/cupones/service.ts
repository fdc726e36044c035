// The daily coupon of a customer (decisions, "Loyalty").
import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import { cuponProblem, descuentoCupon, venceCupon } from '@imprimitodo/shared/rules/cupon'
import { formatPercent } from '@imprimitodo/shared/rules/dinero'
import { readAjustes } from '../ajustes/service.ts'
import { createCodigo } from '../codigos/service.ts'
import type { Deps } from '../core/deps.ts'
import { refuseField } from '../core/errors.ts'
import type { Queryable } from '../db/open.ts'
import { countCupones, lastCupon, lockCliente } from './store.ts'

const NONE = { codigo: null, descuento: null, fecha_vencimiento: null, fecha_uso: null, usado: false }

/** The latest one, used or not, expired or not; whether an order spent it or the counter makes no difference. */
export async function viewCupon(db: Queryable, clienteId: number): Promise<Omit<CuponAnswer, 'access'>> {
  const [cupon, cantidad_cupones] = await Promise.all([lastCupon(db, clienteId), countCupones(db, clienteId)])
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

/** @throws 400 {non_field_errors} while the last one is unused and alive, and on the day it was used */
export function generateCupon({ db, now }: Pick<Deps, 'db' | 'now'>, clienteId: number) {
  return db.transaction(async (tx) => {
    await lockCliente(tx, clienteId)
    const creado = now() // once it is our turn: what another request made meanwhile is older
    const problem = cuponProblem(await lastCupon(tx, clienteId), creado)
    if (problem) throw refuseField('non_field_errors', problem)
    const { cupon } = await readAjustes(tx)
    const porcentaje = descuentoCupon(await countCupones(tx, clienteId), cupon)
    await createCodigo(tx, {
      ...{ tipo: 'cupon', cliente_id: clienteId, porcentaje, creado, vence: venceCupon(creado) },
      producto_nombre: `Cupón de ${formatPercent(porcentaje)} %`,
    })
    return viewCupon(tx, clienteId)
  })
}
