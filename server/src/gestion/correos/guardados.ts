// Mails that a shop kept while no server was connected: once one is, those that still help somebody leave.
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type CorreoGuardado, listGuardados, releaseGuardado } from './store.ts'

/** Older ones tell what their reader has found out otherwise. */
const NEWS_DAYS = 3
const DAY_MS = 24 * 3600_000

/** Of an order, locked by the transaction: whether what its mail says still holds. */
export type IsStillTrue = (tx: Tx, correo: CorreoGuardado & { pedido_id: string }) => Promise<boolean>

/**
 * Does nothing while none is connected. Called every few minutes by every process; of two at once one lets each mail go.
 * What does not hold any more stays kept, as it does without a server.
 */
export async function releaseGuardados(
  { db, jobs, mailer, now }: Pick<Deps, 'db' | 'jobs' | 'mailer' | 'now'>,
  isStillTrue: IsStillTrue,
): Promise<void> {
  if (mailer.kind === 'bandeja') return
  const since = new Date(now().getTime() - NEWS_DAYS * DAY_MS)
  for (const correo of await listGuardados(db, since, now()))
    await db.transaction(async (tx) => {
      const { id, pedido_id } = correo
      if (pedido_id !== null && !(await isStillTrue(tx, { ...correo, pedido_id }))) return
      if (await releaseGuardado(tx, id, now())) await jobs.send(tx, 'correo', { id })
    })
}
