// One step of several orders at once, each with the checks of a single step.
import type { Accion, VariosAnswer } from '@imprimitodo/shared/api/mostrador'
import { notFound, Refusal } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedido } from '../../compra/pedidos/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { queuePedido } from '../../taller/impresion/service.ts'
import type { QuienSigue } from '../tomado/service.ts'
import { moveStep } from './detalle.ts'

/**
 * `alcance`: the branch whose orders the person may touch; null: all. One order after the other, each in a
 * transaction of its own: a refusal is reported, and the others go on. An order that is already in that state
 * counts as done, so that the call may be repeated.
 */
export async function doVarios(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  { accion, pedidos }: { accion: Accion; pedidos: string[] },
  { alcance, ...by }: Quien & QuienSigue & { alcance: number | null },
): Promise<VariosAnswer> {
  const answer: VariosAnswer = { hechos: [], rechazados: [] }
  for (const pedido_id of new Set(pedidos)) {
    const found = await findPedido(deps.db, pedido_id)
    const numero = found?.numero ?? null
    try {
      if (!found || numero === null || (alcance !== null && found.sucursal_id !== alcance))
        throw notFound('Ese pedido no existe.')
      answer.hechos.push({ pedido_id, numero, ya: await isYa(deps, pedido_id, accion, by) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isTheirs = error.status !== 404
      answer.rechazados.push({ pedido_id, numero: isTheirs ? numero : null, detail: textOf(error) })
    }
  }
  return answer
}

/** Does it. @returns whether it was so before. @throws Refusal */
async function isYa(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  pedido_id: string,
  accion: Accion,
  by: Quien & QuienSigue,
): Promise<boolean> {
  if (accion === 'imprimir') return !(await queuePedido(deps, pedido_id, {}, by))
  return (await moveStep(deps, pedido_id, { estado: accion, motivo: null, limite: null }, by)).wasSo
}

const textOf = ({ body: { detail } }: Refusal): string =>
  typeof detail === 'string' ? detail : 'No se pudo hacer.'
