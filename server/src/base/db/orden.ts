// Rows that people put in order by hand: their column `orden` is their place.
import { isOrdenOf } from '@imprimitodo/shared/rules/base/orden'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './open.ts'

type Ordered = AnyPgTable & { id: AnyPgColumn; orden: AnyPgColumn }

const ALL = sql`true`

/**
 * The place behind all rows that `of` selects. Two calls at once get the same one: then the older row comes
 * first.
 */
export async function placeBehind(tx: Tx, table: Ordered, of: SQL = ALL): Promise<number> {
  const { rows } = await tx.execute<{ place: number }>(
    sql`select coalesce(max(${table.orden}) + 1, 0)::int as place from ${table} where ${of}`,
  )
  return rows[0]?.place ?? 0
}

/**
 * Gives the rows that `of` selects their places, from 0 on, in the order of `ids`. They are locked in the
 * order of their ids.
 * @returns false if `ids` are not exactly those rows; then nothing changes
 */
export async function placeRows(
  tx: Tx,
  table: Ordered,
  ids: readonly number[],
  of: SQL = ALL,
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select ${table.id} as id from ${table} where ${of} order by 1 for no key update`,
  )
  const there = rows.map(({ id }) => id)
  if (!isOrdenOf(ids, there)) return false
  await tx.execute(sql`
    update ${table} set orden = (lugar.n - 1)::int
    from unnest(${`{${ids.join(',')}}`}::int[]) with ordinality as lugar (id, n)
    where ${table.id} = lugar.id and ${table.orden} <> lugar.n - 1`)
  return true
}
