import { eq, lt } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { presupuestos } from '../../base/db/schema/presupuestos.ts'

export type PresupuestoRow = typeof presupuestos.$inferSelect

export async function insertPresupuesto(db: Queryable, row: typeof presupuestos.$inferInsert): Promise<void> {
  await db.insert(presupuestos).values(row)
}

export async function findPresupuesto(db: Queryable, tokenHash: string): Promise<PresupuestoRow | undefined> {
  const [found] = await db.select().from(presupuestos).where(eq(presupuestos.token_hash, tokenHash))
  return found
}

export async function deletePresupuestos(db: Queryable, before: Date): Promise<void> {
  await db.delete(presupuestos).where(lt(presupuestos.vence, before))
}
