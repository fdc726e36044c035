import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Pedido } from './store.ts'

/**
 * Ends the order's payment link, if it has one, once the transaction is committed: on an open link the
 * customer would pay for nothing. With `linkOnly` a cash ticket that waits for its money stays.
 */
export async function endLink(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { preferencia_id, preferencia_proveedor }: Pick<Pedido, 'preferencia_id' | 'preferencia_proveedor'>,
  { linkOnly = false } = {},
): Promise<void> {
  if (!preferencia_id) return
  await jobs.send(tx, 'expirar_preferencia', {
    preferencia_id,
    ...(preferencia_proveedor && { proveedor: preferencia_proveedor }),
    solo_enlace: linkOnly,
  })
}
