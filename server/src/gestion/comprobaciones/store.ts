import { sql } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import { comprobaciones } from '../../base/db/schema/comprobaciones.ts'

export type Comprobacion = typeof comprobaciones.$inferSelect
export type Comprobable = Comprobacion['que']

export async function lastComprobacionOf(tx: Tx, que: Comprobable): Promise<Date | undefined> {
  const { rows } = await tx.execute<{ cuando: Date }>(
    sql`select cuando from comprobaciones where que = ${que}`,
  )
  return rows[0] && new Date(rows[0].cuando)
}

/** Replaces the previous one. */
export async function saveComprobacion(tx: Tx, { que, ...found }: Comprobacion): Promise<void> {
  await tx
    .insert(comprobaciones)
    .values({ que, ...found })
    .onConflictDoUpdate({ target: comprobaciones.que, set: found })
}

// For figures in SQL: the columns that other features may read
export const comprobacionesSql = sql`(select que, guardado, contado, distintas, dia, cuando from ${comprobaciones})`
