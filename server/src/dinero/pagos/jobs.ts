import { downDetail } from '../../base/http/down.ts'
import { Refusal } from '../../base/http/errors.ts'
import type { JobData } from '../../base/runtime/jobs.ts'
import { type PaymentProvider, RefundRefused } from '../../base/services/payments/port.ts'
import { findPedido, hasOpenLink } from '../../compra/pedidos/service.ts'
import { isDeCaja } from './caja.ts'
import { closeEnMostrador } from './cancel.ts'
import { remainsOf } from './pendientes.ts'
import { noteDeuda } from './puntos.ts'
import { lookIfOwing } from './reconcile.ts'
import { type RecordDeps, recordPayment } from './record.ts'
import { makeDevolucion, type RefundDeps, tellLate, tellUnrefunded } from './refund.ts'
import { findAvisoDePago, findDevolucion, findPago, markLeido, waitingDevoluciones } from './store.ts'
import { isHint } from './webhook.ts'

/**
 * Each job may run again after a crash at any line: it sees what the first run did and does nothing twice.
 */
export function pagosJobs(deps: RefundDeps): void {
  const { jobs, payments } = deps
  const checkout = payments.all.find((provider) => provider.checkout)?.checkout
  jobs.work('aviso_pago', ({ id }) => readAviso(deps, id))
  jobs.work('cerrar_cancelado', (closing) => closeEnMostrador(deps, closing))
  jobs.work('devolucion', ({ pago_id }) => orTellLate(deps, pago_id))
  jobs.work('devolver', ({ devolucion_id }) => refund(deps, devolucion_id))
  jobs.work('anotar_deuda', (note) => noteDeuda(deps, note))
  jobs.work('buscar_pagos', ({ referencia }) => lookIfOwing(deps, referencia))
  jobs.work('expirar_preferencia', (ending) => endPreferencia(deps, ending))
  if (checkout) jobs.work('aviso_simulado', ({ pago_id }) => checkout.notify(pago_id))
}

/**
 * The provider may have been away since it was requested. A link that was made meanwhile, perhaps under the
 * same id, stays, and so does what is paid on it.
 */
async function endPreferencia(
  { db, now, payments }: RefundDeps,
  { pedido_id, preferencia_id, proveedor, solo_enlace = false }: JobData['expirar_preferencia'],
): Promise<void> {
  const pedido = pedido_id === undefined ? undefined : await findPedido(db, pedido_id)
  const isMadeAnew = pedido !== undefined && hasOpenLink(pedido, now())
  if (isMadeAnew && pedido.preferencia_id === preferencia_id) return
  const provider = proveedor ? payments.of(proveedor) : payments.current
  await provider.expirePreference(preferencia_id, { linkOnly: solo_enlace || isMadeAnew })
}

/** @throws while the provider cannot show a payment that it notified: the job is repeated within a minute */
async function readAviso(deps: RefundDeps, id: string): Promise<void> {
  const aviso = await findAvisoDePago(deps.db, id)
  if (!aviso || aviso.leido) return
  const payment = await deps.payments.of(aviso.proveedor).readPayment(aviso.pago_id)
  if (!payment && !isHint(id)) throw new Error('The provider does not know the payment yet.')
  if (payment && !(await recordPayment(deps, aviso.proveedor, payment)))
    deps.log.warn({ pago: payment.id }, 'a payment of no order of ours')
  if (payment) await goOnRefunding(deps, payment.id)
  await markLeido(deps.db, id, deps.now())
}

/** News of a payment may say that its refund in process is over. */
const goOnRefunding = (deps: RefundDeps, pagoId: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    for (const { id } of await waitingDevoluciones(tx, pagoId))
      await deps.jobs.send(tx, 'devolver', { devolucion_id: id })
  })

/** @throws while the provider does not answer; that it neither makes nor refuses it for a day is told */
async function orTellLate(deps: RecordDeps, id: string): Promise<void> {
  try {
    if (await giveBack(deps, id)) await tellLateOf(deps, id)
  } catch (error) {
    if (!downDetail(error)) await tellLateOf(deps, id) // else it is our own database, not the provider
    throw error
  }
}

async function tellLateOf(deps: RecordDeps, id: string): Promise<void> {
  const pago = await findPago(deps.db, id)
  const pedido = pago && (await findPedido(deps.db, pago.pedido_id))
  if (!pago || !pedido) return
  // The refund was asked for when the payment came, the order ended or its files were deleted, whichever was last; the
  // time of its last retry does not matter
  const { cerrado, archivos_borrados } = pedido
  const asked = [pago.actualizado, cerrado, archivos_borrados].map((instant) => instant?.getTime() ?? 0)
  const desde = new Date(Math.max(...asked))
  await tellLate(deps, pago, { desde, importe: await remainsOf(deps.db, pago), about: 'sola' })
}

/**
 * Reads the payment first: the owner may have refunded it by hand, or the bank may have taken it.
 * @returns whether the provider has it in process still
 */
async function giveBack(deps: RecordDeps, id: string): Promise<boolean> {
  const pago = await findPago(deps.db, id)
  // Payments of the counter, in cash or on a cuenta corriente, have no provider
  if (pago?.estado !== 'approved' || isDeCaja(pago)) return false
  // A part that a clerk requested has its own refund, which requests the rest again once it is over
  if ((await waitingDevoluciones(deps.db, id)).length > 0) return false
  const provider = deps.payments.of(pago.proveedor)
  const { back, rest } = await readRest(provider, id)
  if (rest > 0)
    try {
      // A part that went back since then makes this another refund, with another key
      await provider.refund(id, `devolucion-${id}-${back}`, back > 0 ? rest : undefined)
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      // Perhaps only this repetition was refused: an earlier try, whose answer was lost, may have been carried out
      if ((await readRest(provider, id)).rest > 0) {
        await tellUnrefunded(deps, pago, error.message)
        return false
      }
    }
  const after = await provider.readPayment(id)
  if (!after) throw new Error('The provider does not know a payment that it told us of.')
  await recordPayment(deps, provider.kind, after)
  return after.status === 'approved'
}

/** Centavos of a payment that went back or are in process, and those that can still go back. */
async function readRest(provider: PaymentProvider, id: string): Promise<{ back: number; rest: number }> {
  // Read before the payment: what is made in between counts twice rather than not at all
  const slow = (await provider.refundsOf(id)).filter(({ state }) => state === 'in_process')
  const found = await provider.readPayment(id)
  const back = slow.reduce((sum, { amount }) => sum + amount, found?.refunded ?? 0)
  return { back, rest: found?.status === 'approved' ? Math.max(0, found.amount - back) : 0 }
}

/**
 * A refund that the provider has in process is taken up again by `reconcile`; a final refusal was told already.
 * @throws while the provider is down; the owner is told once that lasts for a day
 */
async function refund(deps: RefundDeps, id: number): Promise<void> {
  try {
    const { slow } = await makeDevolucion(deps, id)
    if (slow !== null) await tellLateOne(deps, id)
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return
    // Any other error is of our own database, not of the provider
    if (error instanceof Refusal) await tellLateOne(deps, id)
    throw error
  }
}

async function tellLateOne(deps: RefundDeps, id: number): Promise<void> {
  const found = await findDevolucion(deps.db, id)
  if (!found) return
  const { importe, pedida: desde } = found.devolucion
  await tellLate(deps, found.pago, { desde, importe, about: String(id) })
}
