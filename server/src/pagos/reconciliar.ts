import type { Deps } from '../core/deps.ts'
import { recordPayment } from './service.ts'
import { retakeDevoluciones, unreadAvisos, waitingReferences } from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A notification that came later than this has been lost, or nearly. */
const WAIT_MS = 2 * MINUTE
const ROUND = 100
const MAX_FAILURES = 3

/**
 * What notifications that never came leave behind: asks the provider for the payments of orders that wait, reads
 * again notifications that could not be read while their job lived, and insists on refunds that did not happen.
 * Called every few minutes, by any number of processes.
 */
export async function reconcile(deps: Deps): Promise<void> {
  await searchWaiting(deps)
  const [now, ago] = [deps.now(), (ms: number) => new Date(deps.now().getTime() - ms)]
  for (const id of await unreadAvisos(deps.db, ago(7 * DAY), ago(2 * HOUR), ROUND))
    await deps.jobs.send(deps.db, 'aviso_pago', { id })
  await deps.db.transaction(async (tx) => {
    for (const pago_id of await retakeDevoluciones(tx, ago(2 * HOUR), now, ROUND))
      await deps.jobs.send(tx, 'devolucion', { pago_id })
  })
}

async function searchWaiting(deps: Deps): Promise<void> {
  const ago = (ms: number) => new Date(deps.now().getTime() - ms)
  let failures = 0
  for (const reference of await waitingReferences(deps.db, ago(WAIT_MS), ago(HOUR), ROUND)) {
    try {
      for (const payment of await deps.payments.searchPayments(reference)) await recordPayment(deps, payment)
    } catch (err) {
      deps.log.warn({ err }, 'reconcile')
      if (++failures === MAX_FAILURES) return // the provider is down: the next round will tell
    }
  }
}
