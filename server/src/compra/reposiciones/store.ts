import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { reposiciones } from '../../base/db/schema/archivos.ts'
import { lineasIn, nameEverywhere } from '../archivos/service.ts'

export type Reposicion = typeof reposiciones.$inferSelect
type NewReposicion = typeof reposiciones.$inferInsert

/** The last request for a file; it may be closed. */
export async function lastReposicionOf(db: Queryable, archivo_id: number): Promise<Reposicion | undefined> {
  const [found] = await db
    .select()
    .from(reposiciones)
    .where(eq(reposiciones.archivo_id, archivo_id))
    .orderBy(desc(reposiciones.id))
    .limit(1)
  return found
}

/** The open requests for these files. */
export function openOf(db: Queryable, archivo_ids: number[]): Promise<Reposicion[]> {
  if (archivo_ids.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(reposiciones)
    .where(and(inArray(reposiciones.archivo_id, archivo_ids), isNull(reposiciones.cerrada)))
}

export async function insertReposicion(tx: Tx, values: NewReposicion): Promise<void> {
  await tx.insert(reposiciones).values(values)
}

export async function updateReposicion(tx: Tx, id: number, change: Partial<NewReposicion>): Promise<void> {
  await tx.update(reposiciones).set(change).where(eq(reposiciones.id, id))
}

/**
 * Points every line of every order from the lost bytes to the same bytes as they are kept now, and closes the
 * requests for them. @returns the ids of bytes that waited for the counter and are not needed now
 */
export async function repairEverywhere(tx: Tx, lost: string, kept: string, now: Date): Promise<string[]> {
  const ids = await nameEverywhere(tx, lost, kept)
  const waited = (await openOf(tx, ids)).flatMap(({ nuevo_id }) => nuevo_id ?? [])
  await tx
    .update(reposiciones)
    .set({ estado: 'repuesta', nuevo_id: null, cerrada: now })
    .where(and(inArray(reposiciones.archivo_id, ids), isNull(reposiciones.cerrada)))
  return waited
}

/** Lines of these orders that are lost or were asked for, each with its open request. */
export function pendientesOf(db: Queryable, pedido_ids: string[]) {
  const lineas = lineasIn(db)
  return db
    .select({
      pedido_id: lineas.pedido_id,
      posicion: lineas.posicion,
      danado: lineas.danado,
      borrado: lineas.borrado,
      reposicion: reposiciones,
    })
    .from(lineas)
    .leftJoin(reposiciones, and(eq(reposiciones.archivo_id, lineas.id), isNull(reposiciones.cerrada)))
    .where(
      and(
        inArray(lineas.pedido_id, pedido_ids),
        or(and(isNotNull(lineas.danado), isNull(lineas.borrado)), isNotNull(reposiciones.id)),
      ),
    )
}

// For sums in SQL: the columns that other features may read
export const reposicionesSql = sql`(select archivo_id, pedida, recibida, cerrada from ${reposiciones})`
