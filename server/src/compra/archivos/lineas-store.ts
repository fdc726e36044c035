// The lines of orders: which file each is, under which name, with which options.
import { type AnyColumn, and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { archivos, contenidos, type LineaCobrada } from '../../base/db/schema/archivos.ts'
import { hasPart } from '../../base/db/search.ts'
import { countedBytes } from './cuota-store.ts'
import type { ContenidoRow } from './store.ts'

type Archivo = typeof archivos.$inferSelect
export type Linea = { archivo: Archivo; contenido: ContenidoRow }

/** The lines of an order in the customer's order, each with its bytes' facts. */
export const lineasOf = (db: Queryable, pedidoId: string): Promise<Linea[]> => lineasOfAll(db, [pedidoId])

/** The lines of many orders, each with its bytes' facts. */
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

/** The ids of an order's contenidos; an id may come twice. */
export const contenidosOf = (db: Queryable, pedido_id: string): Promise<{ id: string }[]> =>
  db.select({ id: archivos.contenido_id }).from(archivos).where(eq(archivos.pedido_id, pedido_id))

/** Replaces the names of an order's files, as its customer is forgotten. */
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
  { id, ...counted }: { id: string; paginas: number; carillas: number; cobrado: LineaCobrada },
): Promise<void> {
  await tx
    .update(archivos)
    .set({ contenido_id: id, ...counted })
    .where(eq(archivos.id, archivo_id))
}

/** Points every line of every order from the lost bytes to the kept ones. @returns the lines' ids */
export async function nameEverywhere(tx: Tx, lost: string, kept: string): Promise<number[]> {
  const lines = await tx
    .update(archivos)
    .set({ contenido_id: kept })
    .where(eq(archivos.contenido_id, lost))
    .returning({ id: archivos.id })
  return lines.map(({ id }) => id)
}

/** Lines of orders for other features to join: which file each is, and the state of its bytes. */
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

/** Whether the order whose id stands in that column has a file whose name is `ilike` the pattern. */
export const hasArchivoLike = (db: Queryable, pedido_id: AnyColumn, text: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(archivos)
      .where(and(eq(archivos.pedido_id, pedido_id), hasPart(archivos.nombre, text))),
  )
