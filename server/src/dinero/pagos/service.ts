// Applies a provider's notification of a payment to its order. For other features: settlePedido, and refunds
// at the counter.
import { formatCentavos } from '@imprimitodo/shared/rules/dinero'
import { isNotOlder } from '@imprimitodo/shared/rules/pago'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import {
  lockByReferencia,
  type Pedido,
  pagosOf,
  planRechazo,
  tellCupon,
} from '../../compra/pedidos/service.ts'
import { tellDevuelto } from './devueltos.ts'
import { alertDueno, newsOf, notePago } from './notify.ts'
import { lockEarnerOf, settlePuntos } from './puntos.ts'
import { askDevoluciones, makeDevolucion, type RecordDeps, type Refund, type RefundDeps } from './refund.ts'
import { type SettleDeps, settlePagos } from './settle.ts'
import { type Pago, savePago } from './store.ts'

export {
  isDeCaja,
  isDeCajaSql,
  needCobrable,
  owedOf,
  type PagoEnCaja,
  payAtCaja,
} from './caja.ts'
export { hasToGiveBack } from './cancel.ts'
export { limiteDevolucion, needWithinDevolucion } from './limite.ts'
export { linkEnMostrador, needEnlazable } from './preferencia.ts'
export { askIn, devolvible, isLarge, type RefundDeps } from './refund.ts'
export { type SettleDeps, settlePedido } from './settle.ts'

/**
 * Writes down a payment as the provider just told it and applies it, in one transaction under the order's
 * lock. Told twice, late or in any order, the outcome is the same. `proveedor`: the kind of the provider.
 * False if no order has its reference.
 */
export async function recordPayment(
  deps: RecordDeps,
  proveedor: string,
  payment: ProviderPayment,
): Promise<boolean> {
  const { isOurs, isNew } = await deps.db.transaction((tx) => record(tx, deps, proveedor, payment))
  if (isNew) deps.counters.add('payments', { state: payment.status })
  return isOurs
}

async function record(
  tx: Tx,
  deps: SettleDeps,
  proveedor: string,
  payment: ProviderPayment,
): Promise<{ isOurs: boolean; isNew: boolean }> {
  const pedido = await lockByReferencia(tx, payment.reference)
  if (!pedido) return { isOurs: false, isNew: false }
  const before = await pagosOf(tx, pedido.id)
  const known = before.find(({ id }) => id === payment.id)
  const { id, status: estado, refunded: devuelto, updated: actualizado } = payment
  if (known && !isNotOlder({ estado, devuelto, actualizado }, known)) return { isOurs: true, isNew: false }
  const fresh = {
    id,
    proveedor,
    pedido_id: pedido.id,
    estado,
    devuelto,
    actualizado,
    importe: payment.amount,
    moneda: payment.currency,
    medio: payment.method,
    creado: payment.created,
    cupon: payment.ticketUrl,
    cupon_numero: payment.ticketNumber ?? null,
    referencia: null,
  }
  await lockEarnerOf(tx, pedido.id)
  await savePago(tx, fresh)
  const after = await pagosOf(tx, pedido.id)
  const settled = await settlePagos(tx, deps, pedido, after)
  await settlePuntos(tx, deps, settled, { before, after })
  const news = newsOf(known, fresh, settled)
  if (news?.isForOwner) await alertDueno(tx, deps, settled, { about: `${id}:${estado}`, nota: news.nota })
  else if (news) await notePago(tx, deps, settled, news.nota)
  await tellDevuelto(tx, deps, settled, { known, fresh })
  if (known?.estado !== estado) await tellUnpaid(tx, deps, settled, known, fresh)
  return { isOurs: true, isNew: known?.estado !== estado }
}

/** Tells a ticket, or a refusal, of an order that is still to be paid. */
async function tellUnpaid(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'db' | 'jobs' | 'now' | 'payments' | 'publicUrl'>,
  pedido: Pedido,
  known: Pago | undefined,
  {
    id,
    estado,
    importe,
    cupon,
    cupon_numero: numero,
  }: Pick<Pago, 'id' | 'estado' | 'importe' | 'cupon' | 'cupon_numero'>,
): Promise<void> {
  if (pedido.estado !== 'confirmado') return
  const wasUnderReview = known?.estado === 'in_process' || known?.estado === 'authorized'
  if (estado === 'rejected' || (estado === 'cancelled' && wasUnderReview))
    await planRechazo(tx, deps, pedido.id, id)
  if (estado !== 'pending') return
  // The simulated checkout shows its own tickets
  const { checkout } = deps.payments.current
  const url = cupon ?? (checkout ? `${deps.publicUrl}/pago-simulado/${pedido.referencia}` : null)
  await tellCupon(tx, deps, pedido, { id, importe, url, numero })
}

/**
 * Refunds at the counter: written down first, then tried at once; while the provider is down a job goes on.
 * Repeated with the same key it is the same refund.
 * @throws 400 more than there is; 404; 409 nothing to give back, or the provider refuses; 502 the provider is
 * down, or has the refund in process
 */
export const refundPago = async (deps: RefundDeps, asked: Refund): Promise<void> =>
  makeDevoluciones(deps, await askDevoluciones(deps, asked))

/**
 * Makes refunds that `askIn` wrote down: all of them, also where one fails, so that the till is right about what is
 * handed over. @throws 409, 502 as `refundPago`, of the first that failed
 */
export async function makeDevoluciones(deps: RefundDeps, ids: number[]): Promise<void> {
  const failed: unknown[] = []
  const slow = new Set<string>()
  let enCaja = 0
  for (const id of ids)
    try {
      const made = await makeDevolucion(deps, id, recordPayment)
      enCaja += made.enCaja
      if (made.slow !== null) slow.add(made.slow)
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
  if (slow.size === 0) return
  const handed = enCaja > 0 ? ` ${formatCentavos(enCaja)} se devuelven en el local: entregalos.` : ''
  throw refuse(
    502,
    `${[...slow].join(' y ')} todavía está procesando la devolución. Quedó anotada y se termina sola: no la repitas.${handed}`,
    'devolucion_anotada',
  )
}

export { avisosPagoSql, devolucionesByClave, devolucionesSql, pagosSql } from './store.ts'
