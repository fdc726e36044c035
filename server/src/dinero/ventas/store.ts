import { eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { ventas } from '../../base/db/schema/ventas.ts'

export type VentaRow = typeof ventas.$inferSelect

/** Null if a sale with that `clave` exists. Waits for a call with the same `clave` that is under way. */
export async function insertVenta(
  db: Queryable,
  venta: Omit<typeof ventas.$inferInsert, 'id'>,
): Promise<number | null> {
  const [made] = await db.insert(ventas).values(venta).onConflictDoNothing().returning({ id: ventas.id })
  return made?.id ?? null
}

export async function findVenta(db: Queryable, clave: string): Promise<VentaRow | undefined> {
  const [found] = await db.select().from(ventas).where(eq(ventas.clave, clave))
  return found
}

export async function findVentaPorId(db: Queryable, id: number): Promise<VentaRow | undefined> {
  const [found] = await db.select().from(ventas).where(eq(ventas.id, id))
  return found
}

export async function updateVenta(tx: Tx, id: number, change: Partial<VentaRow>): Promise<void> {
  await tx.update(ventas).set(change).where(eq(ventas.id, id))
}

// For sums in SQL: the columns that other features may read
/** Typed sales only: the others count as orders. */
export const ventasSql = sql`(select id, operador_id, sucursal_id, importe, cuando from ${ventas} where not de_pedidos)`
