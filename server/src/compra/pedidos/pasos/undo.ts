// Takes a step of the counter back: the only way in which an order goes back.
import { DESHACIBLES, ESTADO_TITLES, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import type { Tx } from '../../../base/db/open.ts'
import { refuse } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { withdrawCorreo } from '../../../gestion/correos/service.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import {
  findPaso,
  insertHistorial,
  lastDeshecho,
  lockCarrito,
  lockLiveOf,
  markDeshecho,
  type PasoRow,
  type Pedido,
  updatePedido,
} from '../filas/store.ts'
import { claveListo } from '../mails/mails.ts'
import { isDeshacible, planListo } from '../mails/mensajes.ts'
import { tellState } from './move.ts'

/** The person who undoes the step. `mayLate`: whether also steps of others, and late ones, with a reason. */
export type QuienDeshace = { id: number; nombre: string; mayLate: boolean }

/**
 * Takes the last step of a locked order back. Codes, points, money and works stay untouched: a cancellation
 * changes them only once it can no longer be taken back, and printed works stay printed.
 * @throws 409 no step that can go back; another person's step, or too late, without right and reason; a
 * cancellation whose refund has left
 */
export async function undoPaso(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'events' | 'now'>,
  pedido: Pedido,
  { by, motivo }: { by: QuienDeshace; motivo: string | null },
): Promise<Pedido> {
  const { id, estado, numero } = pedido
  const before = undoneOf(pedido)
  const now = deps.now()
  const step = pedido.paso === null ? undefined : await findPaso(tx, pedido.paso)
  const last = await lastDeshecho(tx, id)
  // A double click, or two people at once, take one step back, not two
  const isBefore = last && (!step || step.id < last.id)
  if (isBefore && isDeshacible({ cuando: last.deshecho }, now))
    throw refuse(409, `El último paso del pedido ${numero} ya se deshizo: está ${titleOf(estado)}.`)
  const isOwn = step?.operador_id === by.id && isDeshacible(step, now)
  if (!isOwn && !(by.mayLate && motivo)) throw refuse(409, tooLate(pedido, by))
  return restore(tx, deps, pedido, { step, before, by, motivo, now })
}

type Undo = {
  step: PasoRow | undefined
  before: Estado
  by: QuienDeshace
  motivo: string | null
  now: Date
}

/** Restores the order as it was before its last step. */
async function restore(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'events'>,
  pedido: Pedido,
  { step, before, by, motivo, now }: Undo,
): Promise<Pedido> {
  const { id, estado } = pedido
  if (step) await markDeshecho(tx, step.id, now)
  const to = step?.desde ?? before
  const since = step?.desde_paso == null ? undefined : await findPaso(tx, step.desde_paso)
  const restored = await updatePedido(tx, id, {
    estado: to,
    paso: since?.id ?? null,
    por_cerrar: null,
    tocado: now,
    cerrado: since?.cuando ?? now,
    ...(estado === 'listo' && { listo: null }),
    ...(to === 'confirmado' && (await isReplaced(tx, pedido)) && { carrito: null }),
  })
  const nota = `Deshizo «${ESTADO_TITLES[estado]}»${motivo ? `: ${motivo}` : '.'}`
  await insertHistorial(tx, { pedido_id: id, estado: to, cuando: now, quien: by.nombre, nota })
  if (estado === 'listo' && step) await withdrawCorreo(tx, deps, claveListo(id, step.id))
  // The hand-over dropped the mail if it had not left; if it had left, its key prevents a second one
  if (to === 'listo' && since) await planListo(tx, deps, id, since.id)
  await tellState(tx, deps, restored, await findSucursal(tx, pedido.sucursal_id ?? 0))
  return restored
}

/** The state before the order's state. @throws 409 where the state may not go back */
function undoneOf({ estado, numero, por_cerrar }: Pedido): Estado {
  const before = DESHACIBLES[estado]
  if (!before) throw refuse(409, `El pedido ${numero} está ${titleOf(estado)}: no hay nada que deshacer.`)
  if (estado === 'cancelado' && !por_cerrar)
    throw refuse(
      409,
      `La cancelación del pedido ${numero} ya salió: el cliente está avisado y lo que pagó vuelve. Hacé un pedido nuevo.`,
      'pedido_cerrado',
    )
  return before
}

const titleOf = (estado: Estado): string => ESTADO_TITLES[estado].toLowerCase()

function tooLate({ numero }: Pedido, { mayLate }: QuienDeshace): string {
  return mayLate
    ? `Para deshacer ahora el último paso del pedido ${numero}, escribí por qué.`
    : `El último paso del pedido ${numero} ya no se puede deshacer desde acá: pedíselo al dueño o a quien trabaja para todas las sucursales.`
}

/** Whether the browser has begun another order meanwhile: it may have one live order at most. */
async function isReplaced(tx: Tx, { carrito }: Pedido): Promise<boolean> {
  if (carrito === null) return false
  await lockCarrito(tx, carrito)
  return (await lockLiveOf(tx, carrito)) !== undefined
}
