import { and, asc, count, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { arrepentimientos } from '../../base/db/schema/arrepentimiento.ts'

export type ArrepentimientoRow = typeof arrepentimientos.$inferSelect
type NewArrepentimiento = Omit<ArrepentimientoRow, 'id' | 'atendido' | 'atendido_por' | 'nota'>

/** Stores a request; a second one with the same `clave` is not stored, and `isNew` is false. */
export async function keepArrepentimiento(
  tx: Tx,
  fresh: NewArrepentimiento,
): Promise<{ kept: ArrepentimientoRow; isNew: boolean }> {
  const [made] = await tx
    .insert(arrepentimientos)
    .values(fresh)
    .onConflictDoNothing({ target: arrepentimientos.clave })
    .returning()
  if (made) return { kept: made, isNew: true }
  const [known] = await tx.select().from(arrepentimientos).where(eq(arrepentimientos.clave, fresh.clave))
  return { kept: known as ArrepentimientoRow, isNew: false }
}

export async function deleteBefore(db: Queryable, creado: Date): Promise<void> {
  await db.delete(arrepentimientos).where(lt(arrepentimientos.creado, creado))
}

/** Open requests oldest first, since the law gives a day for each; attended ones newest first. */
export function listArrepentimientos(
  db: Queryable,
  { cuales, cursor, limit }: { cuales: 'abiertos' | 'atendidos'; cursor: number | null; limit: number },
): Promise<ArrepentimientoRow[]> {
  const query = db.select().from(arrepentimientos).$dynamic()
  if (cuales === 'abiertos')
    return query.where(isNull(arrepentimientos.atendido)).orderBy(asc(arrepentimientos.id)).limit(limit)
  const before = cursor === null ? undefined : lt(arrepentimientos.id, cursor)
  return query
    .where(and(isNotNull(arrepentimientos.atendido), before))
    .orderBy(desc(arrepentimientos.id))
    .limit(limit)
}

export async function countAbiertos(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ abiertos: count() })
    .from(arrepentimientos)
    .where(isNull(arrepentimientos.atendido))
  return found?.abiertos ?? 0
}

export async function findArrepentimiento(
  db: Queryable,
  id: number,
): Promise<ArrepentimientoRow | undefined> {
  const [found] = await db.select().from(arrepentimientos).where(eq(arrepentimientos.id, id))
  return found
}

/** Undefined if it was attended before. */
export async function markAtendido(
  db: Queryable,
  id: number,
  change: { atendido: Date; atendido_por: string; nota: string },
): Promise<ArrepentimientoRow | undefined> {
  const [marked] = await db
    .update(arrepentimientos)
    .set(change)
    .where(and(eq(arrepentimientos.id, id), isNull(arrepentimientos.atendido)))
    .returning()
  return marked
}
