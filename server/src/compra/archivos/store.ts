import { CERRADOS } from '@imprimitodo/shared/rules/compra/pedido'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { archivos, contenidos, reposiciones } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { NO_SENDER, type Sender } from '../../base/http/visitor.ts'
import { isFromSender } from './cuota-store.ts'

export type ContenidoRow = typeof contenidos.$inferSelect
export type NewContenido = typeof contenidos.$inferInsert

/** The contenidos whose bytes are still here. */
export function findContenidos(db: Queryable, ids: string[]): Promise<ContenidoRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(contenidos)
    .where(and(inArray(contenidos.id, ids), isNull(contenidos.borrado)))
}

/** Those of `ids` whose bytes are still here; locked until the transaction ends, so that they stay. */
export async function lockContenidos(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const held = await tx
    .select({ id: contenidos.id })
    .from(contenidos)
    .where(and(inArray(contenidos.id, ids), isNull(contenidos.borrado)))
    .orderBy(asc(contenidos.id))
    .for('no key update')
  return new Set(held.map(({ id }) => id))
}

/** Kept files that were not read since `before`, those read longest ago first. */
export const listToRead = (db: Queryable, before: Date) =>
  db
    .select({ id: contenidos.id, sha256: contenidos.sha256, bytes: contenidos.bytes })
    .from(contenidos)
    .where(and(isNull(contenidos.borrado), or(isNull(contenidos.revisado), lt(contenidos.revisado, before))))
    .orderBy(sql`${contenidos.revisado} nulls first`, asc(contenidos.creado))
    .limit(20)

export async function markRead(
  db: Queryable,
  id: string,
  found: Partial<Pick<ContenidoRow, 'danado' | 'revisado' | 'sha256'>>,
): Promise<void> {
  await db
    .update(contenidos)
    .set(found)
    .where(and(eq(contenidos.id, id), isNull(contenidos.borrado)))
}

export async function insertContenidos(db: Queryable, rows: NewContenido[]): Promise<void> {
  if (rows.length > 0) await db.insert(contenidos).values(rows)
}

export async function setInspection(
  db: Queryable,
  id: string,
  found: Pick<ContenidoRow, 'paginas' | 'tamanos' | 'reparado' | 'xfa'>,
): Promise<void> {
  await db.update(contenidos).set(found).where(eq(contenidos.id, id))
}

export async function setPrueba(db: Queryable, id: string, prueba: ContenidoRow['prueba']): Promise<void> {
  await db.update(contenidos).set({ prueba, prueba_parcial: null }).where(eq(contenidos.id, id))
}

/** Changes nothing where another process has finished the proof meanwhile. */
export async function setPruebaParcial(
  db: Queryable,
  id: string,
  prueba_parcial: ContenidoRow['prueba_parcial'],
): Promise<void> {
  await db
    .update(contenidos)
    .set({ prueba_parcial })
    .where(and(eq(contenidos.id, id), isNull(contenidos.prueba)))
}

/** Never goes back behind what is known: two examinations of one file may be under way. */
export async function setColor(
  db: Queryable,
  id: string,
  found: Pick<ContenidoRow, 'color_hasta' | 'paginas_color'>,
): Promise<void> {
  await db
    .update(contenidos)
    .set(found)
    .where(and(eq(contenidos.id, id), lt(contenidos.color_hasta, found.color_hasta)))
}

/** Contenidos from before `before` whose bytes are kept though no order names them. */
export function findUnused(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db
    .select({ id: contenidos.id })
    .from(contenidos)
    .where(and(lt(contenidos.creado, before), isNull(contenidos.borrado), unnamed(db)))
    .limit(500)
}

/** False if an order named it in the meantime: then its bytes must stay. */
export async function deleteIfUnused(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.transaction(async (tx) => {
    // Locked before the query of the orders that need it, so that an order which is just naming it is seen (a
    // lone DELETE looks before it waits)
    await lockContenidos(tx, [id])
    return tx
      .delete(contenidos)
      .where(and(eq(contenidos.id, id), unnamed(tx)))
      .returning({ id: contenidos.id })
  })
  return gone.length > 0
}

/** Named neither by a line of an order nor by a file that waits to replace one. */
const unnamed = (db: Queryable) =>
  and(
    notExists(db.select().from(archivos).where(eq(archivos.contenido_id, contenidos.id))),
    notExists(db.select().from(reposiciones).where(eq(reposiciones.nuevo_id, contenidos.id))),
  )

/**
 * Whether an order that may still be printed names it, or the counter may still accept it in place of a lost
 * file.
 */
export async function isWanted(db: Queryable, id: string): Promise<boolean> {
  const waiting = db
    .select({ id: reposiciones.archivo_id })
    .from(reposiciones)
    .where(eq(reposiciones.nuevo_id, id))
  const found = await db
    .select({ id: archivos.id })
    .from(archivos)
    .innerJoin(pedidos, eq(pedidos.id, archivos.pedido_id))
    .where(
      and(
        // An array, so that both sides of the `or` use an index
        or(eq(archivos.contenido_id, id), sql`${archivos.id} = any(array(${waiting}))`),
        notInArray(pedidos.estado, [...CERRADOS]),
      ),
    )
    .limit(1)
  return found.length > 0
}

/**
 * Of `ids`: contenidos whose bytes are here, and orders that still have files (print PDFs are kept under
 * their id).
 */
export async function knownIds(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const orders = await db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.id, ids), isNull(pedidos.archivos_borrados)))
  return new Set([...(await findContenidos(db, ids)), ...orders].map(({ id }) => id))
}

/** Contenidos of one sender from before `before` that are in no order; oldest first. */
export function staleLoose(db: Queryable, sender: Sender, before: Date) {
  return db
    .select({ id: contenidos.id, bytes: contenidos.bytes })
    .from(contenidos)
    .where(
      and(
        isFromSender(contenidos, sender),
        lt(contenidos.creado, before),
        isNull(contenidos.borrado),
        unnamed(db),
      ),
    )
    .orderBy(asc(contenidos.creado))
}

/**
 * Forgets the bytes of an order, except those that another order still needs, and its open requests for files
 * to be sent again. @returns what the file store may delete
 */
export async function forgetContenidosOf(tx: Tx, pedido_id: string, now: Date): Promise<{ id: string }[]> {
  const lines = tx.select({ id: archivos.id }).from(archivos).where(eq(archivos.pedido_id, pedido_id))
  await tx
    .delete(reposiciones)
    .where(and(inArray(reposiciones.archivo_id, lines), isNull(reposiciones.cerrada)))
  const own = await tx
    .select({ id: archivos.contenido_id })
    .from(archivos)
    .where(eq(archivos.pedido_id, pedido_id))
  return forgetUnneeded(
    tx,
    own.map(({ id }) => id),
    now,
  )
}

/**
 * Forgets the bytes of those contenidos that no order needs, though orders whose files are forgotten name them.
 * @returns what the file store may delete
 */
export async function forgetUnneeded(tx: Tx, ids: string[], now: Date): Promise<{ id: string }[]> {
  // Locked before the query of the orders that need them: an order that is just being made from them is then
  // seen
  await lockContenidos(tx, ids)
  return tx
    .update(contenidos)
    .set({ borrado: now, ...NO_SENDER })
    .where(and(inArray(contenidos.id, ids), ...areUnneeded(tx)))
    .returning({ id: contenidos.id })
}

/**
 * Contenidos that a draft kept beyond the days of the order that it was repeated from: once the draft is gone, only
 * orders whose files are forgotten name them.
 */
export const findUnneeded = (db: Queryable): Promise<{ id: string }[]> =>
  db
    .select({ id: contenidos.id })
    .from(contenidos)
    .where(and(...areUnneeded(db)))
    .limit(500)

const areUnneeded = (db: Queryable) => {
  const naming = (which?: SQL) =>
    db
      .select()
      .from(archivos)
      .innerJoin(pedidos, eq(pedidos.id, archivos.pedido_id))
      .where(and(eq(archivos.contenido_id, contenidos.id), which))
  return [isNull(contenidos.borrado), exists(naming()), notExists(naming(isNull(pedidos.archivos_borrados)))]
}

/** Bytes of the files that came after `since` (null: of all) and are still here. */
export async function bytesSince(db: Queryable, since: Date | null): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${contenidos.bytes}), 0)::float8` })
    .from(contenidos)
    .where(and(isNull(contenidos.borrado), since ? gt(contenidos.creado, since) : undefined))
  return found?.bytes ?? 0
}

/** Bytes of the largest file that ever came. */
export async function mostBytes(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(max(${contenidos.bytes}), 0)::float8` })
    .from(contenidos)
  return found?.bytes ?? 0
}

// For sums in SQL: the columns that other features may read
export const archivosSql = sql`(select id, pedido_id, contenido_id, posicion, nombre, duplicado, doble_faz, carillas, paginas from ${archivos})`
export const contenidosSql = sql`(select id, danado, borrado from ${contenidos})`
