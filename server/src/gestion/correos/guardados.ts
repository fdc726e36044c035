// Mails that a shop kept while no server was connected: once one is, those that are still useful are sent.
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type CorreoGuardado, listGuardados, queueOf, releaseGuardado } from './store.ts'

/** Older mails tell what their reader knows by now. */
const NEWS_DAYS = 3
const DAY_MS = 24 * 3600_000

/** Whether a mail about an order is still true. The transaction has locked the order. */
export type IsStillTrue = (tx: Tx, correo: CorreoGuardado & { pedido_id: string }) => Promise<boolean>

/**
 * Does nothing while no server is connected. Every process calls it every few minutes; of two at once only
 * one sends each mail. A mail that is no longer true stays kept.
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
      if (await releaseGuardado(tx, id, now())) await jobs.send(tx, queueOf(correo), { id })
    })
}
