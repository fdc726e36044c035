import { asc, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { premios } from '../../base/db/schema/puntos.ts'

export type PremioRow = typeof premios.$inferSelect
export const listAllPremios = (db: Queryable, id?: number): Promise<PremioRow[]> =>
  db
    .select()
    .from(premios)
    .where(id === undefined ? undefined : eq(premios.id, id))
    .orderBy(
      desc(isNull(premios.retirado)),
      asc(premios.orden),
      asc(premios.puntos_requeridos),
      asc(premios.id),
    )

export async function insertPremio(tx: Tx, row: typeof premios.$inferInsert): Promise<number> {
  const [made] = await tx.insert(premios).values(row).returning({ id: premios.id })
  return made?.id ?? 0
}

/** A redemption meanwhile waits, or is waited for: `cantidad` is not counted twice. */
export async function lockPremio(tx: Tx, id: number): Promise<PremioRow | undefined> {
  const [found] = await tx.select().from(premios).where(eq(premios.id, id)).for('update')
  return found
}

export async function updatePremio(tx: Tx, id: number, change: Partial<PremioRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(premios).set(change).where(eq(premios.id, id))
}
