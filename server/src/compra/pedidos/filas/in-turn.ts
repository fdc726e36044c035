import type { Tx } from '../../../base/db/open.ts'
import { Refusal } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'

/** Less than a visitor's call may take (base/http/budgets.ts), and more than fifty calls on a loaded machine need. */
const PATIENCE_MS = 45_000

/** So many calls wait for the order that this one's turn did not come: it changed nothing. */
export class TurnMissed extends Refusal {
  constructor() {
    super(
      503,
      { detail: 'Llegaron muchos cambios de este pedido a la vez. Probá de nuevo en unos segundos.' },
      { codigo: 'saturado', retryAfter: 5 },
    )
  }
}

/**
 * A transaction that a visitor asks for and that locks one order. Calls for the same order wait here, without a
 * connection: otherwise a few of them, which wait for its row, would hold all connections, and all other calls would
 * wait for them. Never call it within a transaction. @throws TurnMissed after 45 s
 */
export async function changeInTurn<T>(
  { db, locks }: Pick<Deps, 'db' | 'locks'>,
  pedidoId: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const leave = await locks.take(`cambio de pedido ${pedidoId}`, { signal: patience }).catch(() => {
    if (patience.aborted) throw new TurnMissed()
    // The locks' own connection is lost, and no other can be had: the row's lock alone keeps the order right
    return () => {}
  })
  try {
    return await db.transaction(change)
  } finally {
    leave()
  }
}
