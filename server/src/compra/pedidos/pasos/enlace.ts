import type { Tx } from '../../../base/db/open.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { markLinkEnded, type Pedido } from '../filas/store.ts'

/** Whether the order's payment link can still be paid. */
export const hasOpenLink = (
  { preferencia_importe, preferencia_vence }: Pick<Pedido, 'preferencia_importe' | 'preferencia_vence'>,
  now: Date,
): boolean => preferencia_importe !== null && preferencia_vence !== null && preferencia_vence > now

/**
 * Ends the order's payment link, if it has one, once the transaction is committed: on an open link the
 * customer would pay for nothing. From now on the order counts as having none. With `linkOnly` a cash ticket
 * that waits for its money stays.
 */
export async function endLink(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  {
    id,
    preferencia_id,
    preferencia_proveedor,
  }: Pick<Pedido, 'id' | 'preferencia_id' | 'preferencia_proveedor'>,
  { linkOnly = false } = {},
): Promise<void> {
  if (!preferencia_id) return
  await markLinkEnded(tx, { id, preferencia_id }, now())
  await jobs.send(tx, 'expirar_preferencia', {
    pedido_id: id,
    preferencia_id,
    ...(preferencia_proveedor && { proveedor: preferencia_proveedor }),
    solo_enlace: linkOnly,
  })
}
