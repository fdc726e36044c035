// Messages that leave some time after the step that causes them: each is checked again under the order's
// lock, and is not sent once it is no longer true. A mail of a lasting fact (paid, moved, money back) is
// queued with its step.

import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { acreditadoOf, ON_ITS_WAY } from '@imprimitodo/shared/rules/dinero/pago'
import type { Tx } from '../../../base/db/open.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import type { JobData } from '../../../base/runtime/jobs.ts'
import { findConfirmado } from '../../../cuentas/auth/service.ts'
import {
  isQueued,
  type NewCorreo,
  queueCorreo,
  takeCupo,
  withdrawCorreos,
} from '../../../gestion/correos/service.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import { lineasOf } from '../../archivos/service.ts'
import { findPaso, listUnpaid, lockPedido, type Pedido, pagosOf } from '../filas/store.ts'
import { piezaTextsOf } from '../precio/resumen.ts'
import type { Con } from './mail-pedido.ts'
import { mailCupon, mailEnRevision, mailEspera, mailListo, mailPorVencer, mailRechazado } from './mails.ts'

type MensajesDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'dataDir' | 'publicUrl'>
type Mensaje = JobData['mensaje_pedido']

/** An order that is being paid right now needs no reminder. */
const ESPERA_S = 5 * 60
/** A customer whose payment is refused tries another card at once: one mail for the last of these tries. */
const RECHAZO_S = 3 * 60
const HOUR_MS = 3600_000
const POR_VENCER_MS = 12 * HOUR_MS

export function mensajesJobs(deps: MensajesDeps): void {
  deps.jobs.work('mensaje_pedido', (mensaje) => tellPedido(deps, mensaje))
}

/** Plans what the customer is told if an order that now waits for its payment gets none. */
export async function planEspera(tx: Tx, { jobs, now }: MensajesDeps, { id, vence }: Pedido): Promise<void> {
  await jobs.send(tx, 'mensaje_pedido', { pedido_id: id, que: 'espera' }, { afterSeconds: ESPERA_S })
  if (!vence) return
  const untilThen = vence.getTime() - POR_VENCER_MS - now().getTime()
  const afterSeconds = Math.max(0, Math.round(untilThen / 1000))
  await jobs.send(tx, 'mensaje_pedido', { pedido_id: id, que: 'por_vencer' }, { afterSeconds })
}

/** Messages of an order that waits for its payment, as the first part of their mails' keys. */
const IMPAGO = ['espera', 'cupon', 'rechazado', 'por_vencer']

/** The order no longer waits for a payment: withdraws the mails that say it does and have not left yet. */
export const dropImpago = (tx: Tx, deps: Pick<Deps, 'jobs'>, pedido_id: string): Promise<void> =>
  withdrawCorreos(tx, deps, { pedido_id, temas: IMPAGO })

/** `paso`: the row of the order's history. */
export const planListo = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, pedido_id: string, paso: number) =>
  jobs.send(tx, 'mensaje_pedido', { pedido_id, que: 'listo', paso }, { afterSeconds: DESHACER_S + 1 })

/** Plans the effects of a cancellation by the counter. `paso`: the row of the order's history. */
export const planCierre = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, cierre: JobData['cerrar_cancelado']) =>
  jobs.send(tx, 'cerrar_cancelado', cierre, { afterSeconds: DESHACER_S + 1 })

/**
 * Whether the clerk who took a step may still take it back: only afterwards the customer hears of it. Asked
 * when the job runs, since the clocks of two machines may differ and one may be set back.
 */
export function isDeshacible(step: { cuando: Date }, now: Date): boolean {
  const left = step.cuando.getTime() + DESHACER_S * 1000 - now.getTime()
  return left > 0 && left <= DESHACER_S * 1000
}

/** A payment of an order that waits for one was refused, or given up by its provider after a review. */
export const planRechazo = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, pedido_id: string, pago_id: string) =>
  jobs.send(tx, 'mensaje_pedido', { pedido_id, que: 'rechazado', pago_id }, { afterSeconds: RECHAZO_S })

/**
 * Mails a cash ticket at once. `url`: where the provider shows it, `numero`: what the cashier types; null
 * where the provider gives none. A stranger may have typed another person's address, so mails to it are
 * limited per day.
 */
export async function tellCupon(
  tx: Tx,
  deps: MensajesDeps,
  pedido: Pedido,
  cupon: { id: string; importe: number; url: string | null; numero: string | null },
): Promise<void> {
  await queueCounted(tx, deps, pedido, mailCupon(pedido, await conOf(tx, deps, pedido), cupon))
}

const MOST_AHEAD = 1_000

/**
 * Planned jobs wait by the real clock. Where the shop's is moved on (CLOCK_OFFSET_S) this tells what is due by the
 * shop's; the keys of the mails make each leave once.
 */
export async function tellAhead(deps: MensajesDeps): Promise<void> {
  const now = deps.now().getTime()
  if (now - Date.now() < RECHAZO_S * 1000) return
  const isDue = (since: Date | null, seconds: number) => since && since.getTime() + seconds * 1000 <= now
  for (const { id: pedido_id, confirmado, vence } of await listUnpaid(deps.db, MOST_AHEAD)) {
    if (isDue(confirmado, ESPERA_S)) await tellPedido(deps, { pedido_id, que: 'espera' })
    for (const { id: pago_id, actualizado } of await pagosOf(deps.db, pedido_id))
      if (isDue(actualizado, RECHAZO_S)) await tellPedido(deps, { pedido_id, que: 'rechazado', pago_id })
    if (isDue(vence, -POR_VENCER_MS / 1000)) await tellPedido(deps, { pedido_id, que: 'por_vencer' })
  }
}

/** Sends one message, if it is still true. May run again: the key of its mail makes it the same one. */
export async function tellPedido(deps: MensajesDeps, mensaje: Mensaje): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, mensaje.pedido_id)
    if (!pedido) return
    if (mensaje.que === 'listo') return tellListo(tx, deps, pedido, mensaje.paso)
    // A refusal may come when the time to pay is over
    const isOpen =
      pedido.estado === 'confirmado' || (pedido.estado === 'vencido' && mensaje.que === 'rechazado')
    const correo = isOpen ? await unpaidMail(tx, deps, pedido, mensaje) : null
    if (correo) await queueCounted(tx, deps, pedido, correo)
  })
}

async function tellListo(tx: Tx, deps: MensajesDeps, pedido: Pedido, paso: number): Promise<void> {
  const step = await findPaso(tx, paso)
  if (pedido.estado !== 'listo' || pedido.paso !== paso || !step) return
  if (isDeshacible(step, deps.now())) return planListo(tx, deps, pedido.id, paso)
  await queueCorreo(tx, deps, mailListo(pedido, await conOf(tx, deps, pedido), paso))
}

/** The mail of an unpaid order; null where nothing is to be said any more. */
async function unpaidMail(
  tx: Tx,
  deps: MensajesDeps,
  pedido: Pedido,
  mensaje: Mensaje,
): Promise<NewCorreo | null> {
  const now = deps.now()
  if (pedido.importe_final === 0 || !pedido.vence) return null
  const isOver = pedido.vence <= now
  if (isOver && mensaje.que !== 'rechazado') return null
  const pagos = (await pagosOf(tx, pedido.id)).toSorted(
    (a, b) => a.actualizado.getTime() - b.actualizado.getTime(),
  )
  const has = (...estados: string[]) => pagos.some(({ estado }) => estados.includes(estado))
  const acreditado = acreditadoOf(pagos)
  const isUnderWay = has(...ON_ITS_WAY)
  const con = await conOf(tx, deps, pedido)
  switch (mensaje.que) {
    case 'espera':
      // A ticket and a refusal have mails of their own
      if (acreditado > 0 || has('pending') || pagos.at(-1)?.estado === 'rejected') return null
      return isUnderWay ? mailEnRevision(pedido, con) : mailEspera(pedido, con)
    case 'rechazado': {
      const last = pagos.at(-1)
      if (acreditado > 0 || isUnderWay || last?.id !== mensaje.pago_id || !has('rejected', 'cancelled'))
        return null
      return mailRechazado(pedido, con, last.id, isOver)
    }
    case 'por_vencer':
      // The reminder says how many hours are left
      return isUnderWay
        ? null
        : { ...mailPorVencer(pedido, con, { now, acreditado }), hasta: new Date(now.getTime() + HOUR_MS) }
    default:
      return null
  }
}

/**
 * A mail that any visitor can cause by typing an address: limited per day, unless an account orders for its
 * own one.
 */
async function queueCounted(tx: Tx, deps: MensajesDeps, pedido: Pedido, correo: NewCorreo): Promise<void> {
  const { email, cliente_id } = pedido
  // A job that runs again must not use up what the next mail needs. Under the order's lock
  if (!email || (await isQueued(tx, correo.clave))) return
  const isOwn = cliente_id !== null && (await findConfirmado(tx, email.toLowerCase()))?.id === cliente_id
  if (isOwn || (await takeCupo(tx, deps, 'pedido', email))) await queueCorreo(tx, deps, correo)
}

/** The data of an order's mail, beside the order itself. */
export async function conOf(
  tx: Tx,
  around: Pick<Deps, 'dataDir' | 'publicUrl'>,
  pedido: Pedido,
): Promise<Con> {
  const sucursal = await findSucursal(tx, pedido.sucursal_id ?? 0)
  const lineas = await lineasOf(tx, pedido.id)
  const con = { sucursal, around, archivos: lineas.length }
  return pedido.pagado ? { ...con, piezas: piezaTextsOf(pedido, lineas) } : con
}
