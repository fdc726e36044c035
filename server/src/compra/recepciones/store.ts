import type { EstadoRecibido } from '@imprimitodo/shared/rules/compra/recepcion'
import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { recepciones, recibidos } from '../../base/db/schema/recepciones.ts'

export type RecepcionRow = typeof recepciones.$inferSelect
export type RecibidoRow = typeof recibidos.$inferSelect

export async function insertRecepcion(tx: Tx, row: typeof recepciones.$inferInsert): Promise<RecepcionRow> {
  return theRow(await tx.insert(recepciones).values(row).returning())
}

export async function findRecepcion(
  db: Queryable,
  by: Partial<Pick<RecepcionRow, 'id' | 'token_hash' | 'codigo_hash'>>,
): Promise<RecepcionRow | undefined> {
  const { id, token_hash, codigo_hash } = by
  const [found] = await db
    .select()
    .from(recepciones)
    .where(
      and(
        id === undefined ? undefined : eq(recepciones.id, id),
        token_hash === undefined ? undefined : eq(recepciones.token_hash, token_hash),
        codigo_hash === undefined ? undefined : eq(recepciones.codigo_hash, codigo_hash),
      ),
    )
    .limit(1)
  return found
}

/** Lets one call at a time add a file, so that together they do not pass the limit. */
export async function lockRecepcion(tx: Tx, id: number): Promise<RecepcionRow | undefined> {
  const [found] = await tx.select().from(recepciones).where(eq(recepciones.id, id)).for('update')
  return found
}

export async function closeRecepcion(tx: Tx, id: number, operador_id: number, cerrada: Date): Promise<void> {
  await tx
    .update(recepciones)
    .set({ cerrada })
    .where(and(eq(recepciones.id, id), eq(recepciones.operador_id, operador_id), isNull(recepciones.cerrada)))
}

export const recibidosOf = (db: Queryable, recepcionId: number): Promise<RecibidoRow[]> =>
  db.select().from(recibidos).where(eq(recibidos.recepcion_id, recepcionId)).orderBy(asc(recibidos.id))

export async function findRecibido(
  db: Queryable,
  recepcionId: number,
  subida: string,
): Promise<RecibidoRow | undefined> {
  const [found] = await db
    .select()
    .from(recibidos)
    .where(and(eq(recibidos.recepcion_id, recepcionId), eq(recibidos.subida, subida)))
  return found
}

export async function insertRecibido(tx: Tx, row: typeof recibidos.$inferInsert): Promise<void> {
  await tx.insert(recibidos).values(row)
}

/** Only while it is in one of the states `from`. */
export async function updateRecibido(
  tx: Tx,
  { id }: Pick<RecibidoRow, 'id'>,
  from: EstadoRecibido,
  change: Partial<Pick<RecibidoRow, 'estado' | 'paginas' | 'problema'>>,
): Promise<void> {
  await tx
    .update(recibidos)
    .set(change)
    .where(and(eq(recibidos.id, id), eq(recibidos.estado, from)))
}

export async function deleteRecepciones(db: Queryable, before: Date): Promise<void> {
  await db.delete(recepciones).where(lt(recepciones.vence, before))
}
