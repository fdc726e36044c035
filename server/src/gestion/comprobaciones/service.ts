// Nightly proofs that stored sums equal the total of their lines. The feature that stores a sum proves it,
// and notes it here.
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import { type Comprobable, lastComprobacionOf } from './store.ts'

export { type Comprobable, comprobacionesSql, saveComprobacion } from './store.ts'

/** Whether today's proof is still to be made; if so, no other process makes it until the transaction ends. */
export async function isDue(tx: Tx, que: Comprobable, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`comprobar ${que}`}, 0)) as mine`,
  )
  if (!rows[0]?.mine) return false
  const last = await lastComprobacionOf(tx, que)
  return !last || dayOf(last) !== dayOf(now)
}
