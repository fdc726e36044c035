import { and, asc, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { archivos, contenidos } from '../db/schema/archivos.ts'
import { pedidos } from '../db/schema/pedidos.ts'

export type Contenido = typeof contenidos.$inferSelect
export type NewContenido = typeof contenidos.$inferInsert

/** Those whose bytes are still here. */
export function findContenidos(db: Queryable, ids: string[]): Promise<Contenido[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(contenidos)
    .where(and(inArray(contenidos.id, ids), isNull(contenidos.borrado)))
}

/** Of `ids`, those whose bytes are still here; held until the transaction ends, so that they stay. */
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

export async function insertContenidos(db: Queryable, rows: NewContenido[]): Promise<void> {
  if (rows.length > 0) await db.insert(contenidos).values(rows)
}

export async function setInspection(
  db: Queryable,
  id: string,
  found: Pick<Contenido, 'paginas' | 'tamanos'>,
): Promise<void> {
  await db.update(contenidos).set(found).where(eq(contenidos.id, id))
}

/** Never less than what is known: two examinations of one file may be under way. */
export async function setColor(
  db: Queryable,
  id: string,
  found: Pick<Contenido, 'color_hasta' | 'paginas_color'>,
): Promise<void> {
  await db
    .update(contenidos)
    .set(found)
    .where(and(eq(contenidos.id, id), lt(contenidos.color_hasta, found.color_hasta)))
}

/** Nothing needs them: no order names them, and nobody has for `before`. */
export function findUnused(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db
    .select({ id: contenidos.id })
    .from(contenidos)
    .where(and(lt(contenidos.creado, before), unnamed(db)))
    .limit(500)
}

/** False if an order named it in the meantime: then its bytes must stay. */
export async function deleteIfUnused(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.transaction(async (tx) => {
    // Held before it is asked who needs it: whoever is naming it is seen then (a lone DELETE looks before it waits)
    await lockContenidos(tx, [id])
    return tx
      .delete(contenidos)
      .where(and(eq(contenidos.id, id), unnamed(tx)))
      .returning({ id: contenidos.id })
  })
  return gone.length > 0
}

const unnamed = (db: Queryable) =>
  notExists(db.select().from(archivos).where(eq(archivos.contenido_id, contenidos.id)))

/** Of `ids`, those of bytes that are here, and of orders that still have theirs (print PDFs are kept under them). */
export async function knownIds(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const orders = await db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.id, ids), isNull(pedidos.archivos_borrados)))
  return new Set([...(await findContenidos(db, ids)), ...orders].map(({ id }) => id))
}

/** Bytes of drafts, and of files no order names yet, that came from one address; oldest draft first. */
export async function draftsOf(db: Queryable, origen: string) {
  const drafts = await db
    .select({ id: pedidos.id, bytes: sql<number>`sum(${contenidos.bytes})::float8` })
    .from(pedidos)
    .innerJoin(archivos, eq(archivos.pedido_id, pedidos.id))
    .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
    .where(and(eq(pedidos.origen, origen), eq(pedidos.estado, 'borrador')))
    .groupBy(pedidos.id)
    .orderBy(asc(pedidos.tocado))
  const loose = await db
    .select({ id: contenidos.id, bytes: contenidos.bytes })
    .from(contenidos)
    .where(and(eq(contenidos.origen, origen), isNull(contenidos.borrado), unnamed(db)))
    .orderBy(asc(contenidos.creado))
  return { drafts, loose }
}
