import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import type { Emisor } from './issue.ts'
import { defaultCliente, recordFactura } from './request.ts'
import { restartWaitingFacturas, withoutFactura } from './store.ts'

const HOUR_MS = 3600_000
/** A job tries for over an hour and a half; a voucher that still waits after two hours gets another job. */
const ROUND_MS = 2 * HOUR_MS
/** Only orders handed over this recently: turning the switch on does not invoice last year. */
const HANDED_OVER_MS = 24 * HOUR_MS
const BATCH = 50

/** The job throws while ARCA is down: it is repeated soon, then at most every minute. */
export function facturasJobs({ jobs }: Pick<Deps, 'jobs'>, emisor: Emisor): void {
  jobs.work('factura', async ({ id }) => void (await emisor.issue(id)))
}

/** Invoices whose job gave up, because ARCA was away for hours, begin again. */
export async function resumeFacturas({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    const before = new Date(now().getTime() - ROUND_MS)
    for (const id of await restartWaitingFacturas(tx, before, now())) await jobs.send(tx, 'factura', { id })
  })
}

/**
 * Where the owner wants a voucher for every sale: invoices paid orders that were handed over without a
 * customer's request, to the cuenta corriente that they were charged to, or to an anonymous final consumer.
 * Orders too large for that stay in the list of sales without voucher.
 */
export async function invoiceEntregados(deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now'>): Promise<void> {
  if (!(await readAjustes(deps.db)).facturar_siempre) return
  const entregados = new Date(deps.now().getTime() - HANDED_OVER_MS)
  const due = await withoutFactura(deps.db, { entregados, limit: BATCH })
  for (const pedido of due) {
    const cliente = await defaultCliente(deps.db, pedido)
    if (cliente) await recordFactura(deps, pedido.id, cliente)
  }
}
