import type { Estado } from '@imprimitodo/shared/rules/pedido'
import {
  type AnyColumn,
  and,
  asc,
  eq,
  exists,
  gt,
  ilike,
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
import { archivos, type Cobrado, contenidos, reposiciones } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { NOBODY, type Sender } from '../../base/http/visitor.ts'
import { countedBytes, isOwn } from './cuota-store.ts'

export type Archivo = typeof archivos.$inferSelect
export type Contenido = typeof contenidos.$inferSelect
export type Linea = { archivo: Archivo; contenido: Contenido }
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
  found: Partial<Pick<Contenido, 'danado' | 'revisado' | 'sha256'>>,
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
  found: Pick<Contenido, 'paginas' | 'tamanos' | 'reparado' | 'xfa'>,
): Promise<void> {
  await db.update(contenidos).set(found).where(eq(contenidos.id, id))
}

export async function setPrueba(db: Queryable, id: string, prueba: Contenido['prueba']): Promise<void> {
  await db.update(contenidos).set({ prueba }).where(eq(contenidos.id, id))
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

/** Whose bytes are kept though no order names them, and none has since `before`. */
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
    // Locked before we ask who needs it, so that an order which is naming it is seen (a lone DELETE looks before it
    // waits)
    await lockContenidos(tx, [id])
    return tx
      .delete(contenidos)
      .where(and(eq(contenidos.id, id), unnamed(tx)))
      .returning({ id: contenidos.id })
  })
  return gone.length > 0
}

/** Neither a line of an order nor what waits to become one. */
const unnamed = (db: Queryable) =>
  and(
    notExists(db.select().from(archivos).where(eq(archivos.contenido_id, contenidos.id))),
    notExists(db.select().from(reposiciones).where(eq(reposiciones.nuevo_id, contenidos.id))),
  )

export const GIVEN_UP: Estado[] = ['cancelado', 'vencido', 'reembolsado', 'entregado']

/** Whether an order that may still be printed names it, or waits for it to be accepted. */
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
        // An array, so that both sides are looked up
        or(eq(archivos.contenido_id, id), sql`${archivos.id} = any(array(${waiting}))`),
        notInArray(pedidos.estado, GIVEN_UP),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Of `ids`, those of bytes that are here, and of orders that still have theirs (print PDFs are kept under them). */
export async function knownIds(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const orders = await db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.id, ids), isNull(pedidos.archivos_borrados)))
  return new Set([...(await findContenidos(db, ids)), ...orders].map(({ id }) => id))
}

/** Of one sender, here since before `before`, in no order at all; oldest first. */
export function staleLoose(db: Queryable, sender: Sender, before: Date) {
  return db
    .select({ id: contenidos.id, bytes: contenidos.bytes })
    .from(contenidos)
    .where(
      and(isOwn(contenidos, sender), lt(contenidos.creado, before), isNull(contenidos.borrado), unnamed(db)),
    )
    .orderBy(asc(contenidos.creado))
}

/** The lines of an order in the customer's order, each with its bytes' facts. */
export function lineasOf(db: Queryable, pedidoId: string): Promise<Linea[]> {
  return db
    .select({ archivo: archivos, contenido: contenidos })
    .from(archivos)
    .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
    .where(eq(archivos.pedido_id, pedidoId))
    .orderBy(asc(archivos.posicion))
}

/** The same of many orders. */
export const lineasOfAll = (db: Queryable, pedidoIds: string[]): Promise<Linea[]> =>
  db
    .select({ archivo: archivos, contenido: contenidos })
    .from(archivos)
    .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
    .where(inArray(archivos.pedido_id, pedidoIds))
    .orderBy(asc(archivos.pedido_id), asc(archivos.posicion))

export async function insertArchivos(tx: Tx, lines: (typeof archivos.$inferInsert)[]): Promise<void> {
  await tx.insert(archivos).values(lines)
}

/** What an order is made of, by id; one may come twice. */
export const contenidosOf = (db: Queryable, pedido_id: string): Promise<{ id: string }[]> =>
  db.select({ id: archivos.contenido_id }).from(archivos).where(eq(archivos.pedido_id, pedido_id))

/** Of whom the order is nobody remembers: its files lose their names. */
export async function clearNombres(tx: Tx, pedido_id: string): Promise<void> {
  await tx
    .update(archivos)
    .set({ nombre: sql`'archivo ' || (${archivos.posicion} + 1) || '.pdf'` })
    .where(eq(archivos.pedido_id, pedido_id))
}

/** The order is printed from these bytes from now on. `cobrado`: what it stays priced by. */
export async function nameContenido(
  tx: Tx,
  archivo_id: number,
  { id, ...counted }: { id: string; paginas: number; carillas: number; cobrado: Cobrado },
): Promise<void> {
  await tx
    .update(archivos)
    .set({ contenido_id: id, ...counted })
    .where(eq(archivos.id, archivo_id))
}

/** Every line of every order that names the lost bytes names these from now on. @returns the lines' ids */
export async function nameEverywhere(tx: Tx, lost: string, kept: string): Promise<number[]> {
  const lines = await tx
    .update(archivos)
    .set({ contenido_id: kept })
    .where(eq(archivos.contenido_id, lost))
    .returning({ id: archivos.id })
  return lines.map(({ id }) => id)
}

/** Lines of orders, to be joined by other features: which file it is, and how its bytes are. */
export const lineasIn = (db: Queryable) =>
  db
    .select({
      id: archivos.id,
      pedido_id: archivos.pedido_id,
      posicion: archivos.posicion,
      bytes: sql<number>`${countedBytes}`.mapWith(Number).as('bytes'),
      danado: contenidos.danado,
      borrado: contenidos.borrado,
    })
    .from(archivos)
    .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
    .as('lineas_vista')

/**
 * The bytes of an order whose files are forgotten, but those that another order still needs. Files that were asked for
 * again are nobody's business any more. @returns what the file store may delete
 */
export async function forgetContenidosOf(tx: Tx, pedido_id: string, now: Date): Promise<{ id: string }[]> {
  const lines = tx.select({ id: archivos.id }).from(archivos).where(eq(archivos.pedido_id, pedido_id))
  await tx
    .delete(reposiciones)
    .where(and(inArray(reposiciones.archivo_id, lines), isNull(reposiciones.cerrada)))
  const needed = tx
    .select()
    .from(archivos)
    .innerJoin(pedidos, eq(pedidos.id, archivos.pedido_id))
    .where(and(eq(archivos.contenido_id, contenidos.id), isNull(pedidos.archivos_borrados)))
  const own = tx.select({ id: archivos.contenido_id }).from(archivos).where(eq(archivos.pedido_id, pedido_id))
  // Held before it is asked who needs them: an order that is being made from them is seen then
  const rows = await own
  await lockContenidos(
    tx,
    rows.map((row) => row.id),
  )
  return tx
    .update(contenidos)
    .set({ borrado: now, ...NOBODY })
    .where(and(inArray(contenidos.id, own), isNull(contenidos.borrado), notExists(needed)))
    .returning({ id: contenidos.id })
}

/** Of files that came after `since` (null: of all) and are here still. */
export async function bytesSince(db: Queryable, since: Date | null): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${contenidos.bytes}), 0)::float8` })
    .from(contenidos)
    .where(and(isNull(contenidos.borrado), since ? gt(contenidos.creado, since) : undefined))
  return found?.bytes ?? 0
}

/** Of the largest file that ever came. */
export async function mostBytes(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(max(${contenidos.bytes}), 0)::float8` })
    .from(contenidos)
  return found?.bytes ?? 0
}

/** Whether the order whose id stands in that column has a file whose name is `ilike` the pattern. */
export const hasArchivoLike = (db: Queryable, pedido_id: AnyColumn, pattern: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(archivos)
      .where(and(eq(archivos.pedido_id, pedido_id), ilike(archivos.nombre, pattern))),
  )
