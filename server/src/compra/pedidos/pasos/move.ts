import { canMove, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import type { Tx } from '../../../base/db/open.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { readAjustes } from '../../../gestion/ajustes/service.ts'
import { queueCorreo } from '../../../gestion/correos/service.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import { lineasOf } from '../../archivos/service.ts'
import { insertHistorial, insertPaso, type Pedido, updatePedido } from '../filas/store.ts'
import { mailPagado } from '../mails/mails.ts'
import { conOf, dropImpago, planCierre, planEspera, planListo } from '../mails/mensajes.ts'
import { onEnded, onPagado, onSaldado, puntosOf } from './beneficios.ts'
import { promise } from './promesa.ts'

/** The dependencies of moving an order to its next state. */
export type MoveDeps = Pick<Deps, 'db' | 'jobs' | 'events' | 'now' | 'dataDir' | 'publicUrl'>

/**
 * `persona`: the operador whose step may be taken back. `autoriza`: who agreed to a cancellation's refund.
 */
type By = { quien: string; nota?: string; persona?: number; autoriza?: string | null }

/**
 * Moves a locked order along the one table of shared/src/rules/compra/pedido.ts, with its history, codes, points,
 * mail and event, all in the caller's transaction. Null, with nothing done, where the table has no such step.
 * The effects of a cancellation by the counter wait until it can no longer be taken back (`por_cerrar`).
 */
export async function movePedido(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  to: Estado,
  by: By,
): Promise<Pedido | null> {
  if (!canMove(pedido.estado, to)) return null
  const now = deps.now()
  const sucursal = await findSucursal(tx, pedido.sucursal_id ?? 0)
  const paso = await insertPaso(tx, {
    pedido_id: pedido.id,
    estado: to,
    cuando: now,
    quien: by.quien,
    nota: by.nota ?? null,
    desde: pedido.estado,
    desde_paso: pedido.paso,
    operador_id: by.persona ?? null,
  })
  const waits = to === 'cancelado' && by.persona !== undefined
  const moved = await updatePedido(tx, pedido.id, {
    estado: to,
    paso,
    tocado: now,
    cerrado: now,
    por_cerrar: waits ? now : null,
    ...(to === 'listo' && { listo: pedido.listo ?? now }),
    ...(to === 'pagado' && { pagado: now, prometido: await promise(tx, deps, pedido, sucursal, now) }),
  })
  if (waits) await planCierre(tx, deps, { pedido_id: moved.id, paso, autoriza: by.autoriza ?? null })
  else await followStep(tx, deps, pedido, moved, { paso, quien: by.quien })
  await tellState(tx, deps, moved, sucursal)
  return moved
}

/** Tells the board and the order's page. */
export const tellState = (
  tx: Tx,
  { events }: Pick<MoveDeps, 'events'>,
  { id, numero, estado }: Pedido,
  sucursal: { nombre: string } | undefined,
): Promise<void> =>
  events.tell(tx, 'pedidos', {
    pedido_id: id,
    numero: numero ?? 0,
    estado,
    sucursal: sucursal?.nombre ?? '',
  })

/**
 * Updates what is owed of a locked order that went into work for a part of its price, after a further
 * payment. With the last peso it gives its points. A note says so; the order's state stays.
 */
export async function payOffResta(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  { resta, quien, nota }: { resta: number; quien: string; nota: string },
): Promise<Pedido> {
  const cuando = deps.now()
  const changed = await updatePedido(tx, pedido.id, { resta, tocado: cuando })
  await insertHistorial(tx, { pedido_id: pedido.id, estado: pedido.estado, cuando, quien, nota })
  if (resta === 0) await onSaldado(tx, deps, changed, quien)
  await tellState(tx, deps, changed, await findSucursal(tx, pedido.sucursal_id ?? 0))
  return changed
}

/** Hands a paid, locked order without files over at once: there is nothing to make. */
export async function handOverWithoutArchivos(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  quien: string,
): Promise<Pedido> {
  if (pedido.estado !== 'pagado' || pedido.resta > 0) return pedido
  if (pedido.otros.length === 0 || (await lineasOf(tx, pedido.id)).length > 0) return pedido
  let moved = pedido
  for (const to of ['en_produccion', 'listo', 'entregado'] as const)
    moved = (await movePedido(tx, deps, moved, to, { quien })) ?? moved
  return moved
}

/** The effects of a step on codes, points, printing and mails. */
async function followStep(
  tx: Tx,
  deps: MoveDeps,
  before: Pedido,
  moved: Pedido,
  { paso, quien }: { paso: number; quien: string },
): Promise<void> {
  const to = moved.estado
  if (before.estado === 'confirmado') await dropImpago(tx, deps, moved.id)
  if (to === 'cancelado' || to === 'vencido' || to === 'reembolsado') await onEnded(tx, deps, before, to)
  if (to === 'pagado') await followPayment(tx, deps, before, moved, quien)
  if (to === 'confirmado') await planEspera(tx, deps, moved)
  if (to === 'listo') await planListo(tx, deps, moved.id, paso)
}

/** Spends codes, gives points, asks for the printing and tells the customer. */
async function followPayment(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  moved: Pedido,
  quien: string,
): Promise<void> {
  const vueltos = await onPagado(tx, deps, pedido, quien)
  await deps.jobs.send(tx, 'imprimir_pedido', { pedido_id: moved.id })
  const puntos = await puntosOf(tx, moved, await readAjustes(tx))
  await queueCorreo(tx, deps, mailPagado(moved, await conOf(tx, deps, moved), { vueltos, puntos }))
}
