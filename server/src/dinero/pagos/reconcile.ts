import { ON_ITS_WAY, PAID } from '@imprimitodo/shared/rules/dinero/pago'
import type { Deps } from '../../base/runtime/deps.ts'
import type { PaymentProvider } from '../../base/services/payments/port.ts'
import {
  closedReferences,
  findByReferencia,
  markSearched,
  type Pedido,
  strandedReferences,
  undecidedReferences,
  unsearchedReferences,
  waitingReferences,
} from '../../compra/pedidos/service.ts'
import { markPagosBuscados, restauracionesToSearch, restoredSince } from '../../gestion/respaldo/service.ts'
import { type RecordDeps, recordPayment } from './record.ts'
import type { RefundDeps } from './refund.ts'
import { isOfUs } from './sin-pedido.ts'
import { deleteAvisosRead, openSinPedido, retakeDeMostrador, retakeDevoluciones } from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A notification that has not come after this time counts as lost. */
const WAIT_MS = 2 * MINUTE
const ROUND = 80
const ROUND_CLOSED = 20
const MAX_FAILURES = 2
/** Longer than a cash ticket can be paid, and its money takes to come. */
const TICKET_DAYS = 6
/** Longer than a buyer's claim and the bank's answer take. */
const DISPUTE_DAYS = 180

/**
 * Makes up for lost notifications: asks the provider for the payments of orders that wait for their price or
 * for a rest, of some whose link ended recently or with an undecided payment, and of each order once more a
 * day after its link ended. After a restore asks once for all payments since its moment. Repeats refunds that did not
 * happen. Called every few minutes, by any number of processes.
 */
export async function reconcile(deps: RefundDeps): Promise<void> {
  await search(deps)
  await searchSinceRestore(deps)
  await deps.db.transaction(async (tx) => {
    const [now, before] = [deps.now(), ago(deps, 2 * HOUR)]
    for (const pago_id of await retakeDevoluciones(tx, before, now, ROUND))
      await deps.jobs.send(tx, 'devolucion', { pago_id })
    for (const devolucion_id of await retakeDeMostrador(tx, before, now, ROUND_CLOSED))
      await deps.jobs.send(tx, 'devolver', { devolucion_id })
  })
}

/** Deletes notifications read three months ago; the payments themselves stay. */
export async function forgetAvisosDePago(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteAvisosRead(deps.db, ago(deps, 90 * DAY))
}

const ago = ({ now }: Pick<Deps, 'now'>, ms: number) => new Date(now().getTime() - ms)

async function search(deps: RefundDeps): Promise<void> {
  const [month, day] = [ago(deps, 30 * DAY), ago(deps, DAY)]
  // An order that is about to expire may have been paid in time
  const soon = ago(deps, -WAIT_MS)
  const restored = await restoredSince(deps.db, month)
  const waits = { before: ago(deps, WAIT_MS), recent: ago(deps, HOUR), since: day, soon, restored }
  const waiting = await waitingReferences(deps.db, waits, ROUND)
  const closed = await closedReferences(deps.db, { since: day, restored }, ROUND_CLOSED)
  // Without a connected provider an order cannot be marked as searched
  const unsearched = deps.payments.current.isMissing
    ? []
    : await unsearchedReferences(deps.db, { since: month, before: day, restored }, ROUND_CLOSED)
  const disputed = ago(deps, DISPUTE_DAYS * DAY)
  const undecided = await undecidedReferences(deps.db, { since: month, disputed }, ROUND_CLOSED)
  // Reading a payment judges it again: a part payment goes back once the order can no longer be paid
  const stranded = await strandedReferences(deps.db, ROUND_CLOSED)
  // They may have gone back in the provider's own panel
  const lost = await openSinPedido(deps.db, ROUND_CLOSED)
  const all = new Set([...waiting, ...undecided, ...closed, ...unsearched, ...stranded, ...lost])
  const unanswered = new Set<string>()
  // An order may have had links of several providers. One that is down does not keep the others from being
  // asked
  for (const provider of deps.payments.all) {
    let failures = 0
    for (const reference of all) {
      try {
        // A provider that failed too often counts as down until the next round
        if (failures < MAX_FAILURES) await look(deps, provider, reference)
        else unanswered.add(reference)
      } catch (err) {
        deps.log.warn({ err, proveedor: provider.kind }, 'reconcile')
        unanswered.add(reference)
        failures++
      }
    }
  }
  const answered = unsearched.filter((reference) => !unanswered.has(reference))
  await markSearched(deps.db, answered, deps.now())
}

/**
 * Searches by day, since a search by reference does not find payments of orders that a restore lost. If the search of
 * one day fails, or no provider is connected yet, the whole search is repeated in the next round.
 */
async function searchSinceRestore(deps: RefundDeps): Promise<void> {
  if (deps.payments.current.isMissing) return
  for (const { id, respaldo } of await restauracionesToSearch(deps.db)) {
    // The provider's clock may differ from ours
    const since = Math.max(respaldo.getTime() - HOUR, ago(deps, DISPUTE_DAYS * DAY).getTime())
    const found = await Promise.all(deps.payments.all.map((provider) => lookFrom(deps, provider, since)))
    if (!found.every(({ isWhole }) => isWhole)) continue
    await deps.db.transaction(async (tx) => {
      await markPagosBuscados(tx, id, deps.now())
      for (const referencia of new Set(found.flatMap(({ unpaid }) => unpaid)))
        for (let day = 1; day <= TICKET_DAYS; day++)
          await deps.jobs.send(tx, 'buscar_pagos', { referencia }, { afterSeconds: (day * DAY) / 1000 })
    })
  }
}

/**
 * Day by day, so that no search gets too long; a day that fails does not keep the others from being asked for.
 * `unpaid`: references of lost orders that may still be paid, as by a cash ticket.
 */
async function lookFrom(
  deps: RefundDeps,
  provider: PaymentProvider,
  since: number,
): Promise<{ isWhole: boolean; unpaid: string[] }> {
  const unpaid: string[] = []
  let [isWhole, inARow] = [true, 0]
  for (let from = since; from < deps.now().getTime() && inARow < MAX_FAILURES; from += DAY)
    try {
      for (const payment of await provider.paymentsBetween(new Date(from), new Date(from + DAY))) {
        const known = await recordPayment(deps, provider.kind, payment).catch((err) => {
          deps.log.warn({ err, pago: payment.id }, 'a payment since the backup')
          isWhole = false
          return true
        })
        const isLost = !known && isOfUs(payment)
        if (isLost && ON_ITS_WAY.some((estado) => estado === payment.status)) unpaid.push(payment.reference)
      }
      inARow = 0
    } catch (err) {
      deps.log.warn({ err, proveedor: provider.kind }, 'payments since the backup')
      isWhole = false
      inARow++
    }
  return { isWhole, unpaid }
}

async function look(deps: RecordDeps, provider: PaymentProvider, reference: string): Promise<void> {
  for (const payment of await provider.searchPayments(reference))
    await recordPayment(deps, provider.kind, payment)
}

/** Whether money may come that the order waits for: its price, or the rest of it. */
export const isOwing = ({ estado, resta }: Pick<Pedido, 'estado' | 'resta'>): boolean =>
  estado === 'confirmado' || estado === 'vencido' || (resta > 0 && PAID.includes(estado))

/**
 * Asks every provider now, while a customer waits: an outage is not reported, since the next round asks again. For an
 * order that a restore lost there is no such round.
 * @throws where one does not answer for a lost order
 */
export async function lookIfOwing(deps: RefundDeps, reference: string): Promise<void> {
  const pedido = await findByReferencia(deps.db, reference)
  if (pedido && !isOwing(pedido)) return
  const asking = deps.payments.all.map((provider) =>
    look(deps, provider, reference).catch((err) => {
      if (!pedido) throw err
      deps.log.warn({ err }, 'back from the checkout')
    }),
  )
  await Promise.all(asking)
}
