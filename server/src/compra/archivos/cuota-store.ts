import { type AnyColumn, and, eq, gt, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { subidas } from '../../base/db/schema/subidas.ts'
import type { Sender } from '../../base/http/visitor.ts'

type Columns = { origen: AnyColumn; navegador: AnyColumn }

/** Rows that a browser sent; for a sender without a cookie, rows that its address sent without one. */
export const isFromSender = (table: Columns, { navegador, origen }: Sender): SQL | undefined =>
  navegador === null ? and(eq(table.origen, origen), isNull(table.navegador)) : eq(table.navegador, navegador)

/** A small file counts as 256 KiB: its row, its inode and its pictures cost as much as a large one's. */
export const countedBytes = sql`greatest(${contenidos.bytes}, ${256 * 1024})`

/**
 * Bytes that are here, also of uploads in parts except those `flying`. `owner`: bytes in drafts that no
 * presupuesto keeps, or in no order yet. `address` and `red`: all bytes in no order that was ever paid, so
 * that ordering without paying gives no more room.
 */
export async function usedBy(db: Queryable, sender: Sender, flying: string[]) {
  const orders = (which: SQL | undefined) =>
    sql`select 1 from ${archivos} join ${pedidos} on ${pedidos.id} = ${archivos.pedido_id} where ${archivos.contenido_id} = ${contenidos.id} and ${which}`
  const bought = orders(sql`${pedidos.pagado} is not null`)
  const ordered = orders(sql`(${pedidos.estado} <> 'borrador' or ${pedidos.guardado_hasta} is not null)`)
  const files = (own: SQL | undefined, taken: SQL) =>
    sql`(select coalesce(sum(${countedBytes}), 0) from ${contenidos} where ${own} and ${contenidos.borrado} is null and not exists (${taken}))`
  const parts = (own: SQL | undefined) =>
    sql`(select coalesce(sum(${subidas.llegado}), 0) from ${subidas} where ${and(own, gt(subidas.llegado, 0), notInArray(subidas.id, flying))})`
  const { origen, red } = sender
  const { rows } = await db.execute<Record<string, number>>(sql`select
    (${files(isFromSender(contenidos, sender), ordered)} + ${parts(isFromSender(subidas, sender))})::float8 as owner,
    (${files(eq(contenidos.origen, origen), bought)} + ${parts(eq(subidas.origen, origen))})::float8 as address,
    (${files(eq(contenidos.red, red), bought)} + ${parts(eq(subidas.red, red))})::float8 as red`)
  return { owner: rows[0]?.owner ?? 0, address: rows[0]?.address ?? 0, red: rows[0]?.red ?? 0 }
}

type Most = { owner: number; address: number; red: number }

/** Whether the sender, its address or its network has `most` uploads in parts already, or `empty` without a byte. */
export async function hasMoreSubidas(
  db: Queryable,
  sender: Sender,
  { most, empty }: { most: Most; empty: Most },
): Promise<boolean> {
  const isFull = (own: SQL | undefined, limit: number) =>
    sql`(select count(*) from (select from ${subidas} where ${own} limit ${limit}) own) >= ${limit}`
  const isFullOf = (own: SQL | undefined, of: keyof Most) =>
    sql`${isFull(and(own, eq(subidas.llegado, 0)), empty[of])} or ${isFull(own, most[of])}`
  const { origen, red } = sender
  const { rows } = await db.execute<{ lleno: boolean }>(sql`select
    ${isFullOf(isFromSender(subidas, sender), 'owner')} or ${isFullOf(eq(subidas.origen, origen), 'address')}
    or ${isFullOf(eq(subidas.red, red), 'red')} as lleno`)
  return rows[0]?.lleno ?? false
}
