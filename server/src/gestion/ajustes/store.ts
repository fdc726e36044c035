// The settings: one row, its id 1.
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { type AjustesValores, ajustes } from '../../base/db/schema/ajustes.ts'

const OURS = eq(ajustes.id, 1)

/** As they were saved: keys that came later may be missing. Undefined where none were saved. */
export async function findAjustes(db: Queryable) {
  const [row] = await db.select().from(ajustes).where(OURS)
  return row
}

/** As `findAjustes`, with the row locked until the transaction ends. */
export async function lockAjustes(tx: Tx) {
  const [row] = await tx.select().from(ajustes).where(OURS).for('update')
  return row
}

/** Settings that are there stay. `abierta`: since when customers can pay. */
export async function insertAjustes(
  db: Queryable,
  valores: AjustesValores,
  abierta: Date | null = null,
): Promise<void> {
  await db.insert(ajustes).values({ id: 1, valores, abierta }).onConflictDoNothing()
}

export async function updateAjustes(tx: Tx, valores: AjustesValores, actualizado: Date): Promise<void> {
  await tx.update(ajustes).set({ valores, actualizado }).where(OURS)
}

/** False if it was open already. */
export async function markAbierta(tx: Tx, now: Date): Promise<boolean> {
  const opened = await tx
    .update(ajustes)
    .set({ abierta: now })
    .where(and(OURS, isNull(ajustes.abierta)))
    .returning({ id: ajustes.id })
  return opened.length > 0
}
