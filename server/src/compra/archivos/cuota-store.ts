import { and, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { subidas } from '../../base/db/schema/subidas.ts'
import type { Sender } from '../../base/http/visitor.ts'

type Columns = typeof contenidos | typeof subidas | typeof pedidos

/** Of a browser that is known, what it sent; else what came from the address without one. */
export const isOwn = (table: Columns, { navegador, origen }: Sender): SQL | undefined =>
  navegador === null ? and(eq(table.origen, origen), isNull(table.navegador)) : eq(table.navegador, navegador)

/** A small file counts as 256 KiB: its row, its place on the disk and its pictures cost as much as a larger one's. */
export const countedBytes = sql`greatest(${contenidos.bytes}, ${256 * 1024})`

/**
 * Bytes that are here and uploads in parts, but those `flying`. Of the owner: what is in drafts or in no order yet. Of
 * the networks: all that is in no order that was ever paid, so that ordering without paying opens no disk.
 */
export async function usedBy(db: Queryable, sender: Sender, flying: string[]) {
  const orders = (which: SQL | undefined) =>
    sql`select 1 from ${archivos} join ${pedidos} on ${pedidos.id} = ${archivos.pedido_id} where ${archivos.contenido_id} = ${contenidos.id} and ${which}`
  const bought = orders(sql`${pedidos.pagado} is not null`)
  const ordered = orders(sql`${pedidos.estado} <> 'borrador'`)
  const files = (own: SQL | undefined, taken: SQL) =>
    sql`(select coalesce(sum(${countedBytes}), 0) from ${contenidos} where ${own} and ${contenidos.borrado} is null and not exists (${taken}))`
  const parts = (own: SQL | undefined) =>
    sql`(select coalesce(sum(${subidas.llegado}), 0) from ${subidas} where ${and(own, notInArray(subidas.id, flying))})`
  const count = (own: SQL | undefined) => sql`(select count(*) from ${subidas} where ${own})`
  const { origen, red } = sender
  const { rows } = await db.execute<Record<string, number>>(sql`select
    (${files(isOwn(contenidos, sender), ordered)} + ${parts(isOwn(subidas, sender))})::float8 as owner,
    (${files(eq(contenidos.origen, origen), bought)} + ${parts(eq(subidas.origen, origen))})::float8 as address,
    (${files(eq(contenidos.red, red), bought)} + ${parts(eq(subidas.red, red))})::float8 as red,
    ${count(isOwn(subidas, sender))}::float8 as owner_subidas,
    ${count(eq(subidas.origen, origen))}::float8 as address_subidas,
    ${count(eq(subidas.red, red))}::float8 as red_subidas`)
  const of = (whose: string) => ({
    bytes: rows[0]?.[whose] ?? 0,
    subidas: rows[0]?.[`${whose}_subidas`] ?? 0,
  })
  return { owner: of('owner'), address: of('address'), red: of('red') }
}
