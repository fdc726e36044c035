import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { ventas, ventas_pedidos } from '../../base/db/schema/ventas.ts'

export type Venta = typeof ventas.$inferSelect

/** Null if a sale with that `clave` exists. Waits for a call with the same `clave` that is under way. */
export async function insertVenta(
  db: Queryable,
  venta: Omit<typeof ventas.$inferInsert, 'id'>,
): Promise<number | null> {
  const [made] = await db.insert(ventas).values(venta).onConflictDoNothing().returning({ id: ventas.id })
  return made?.id ?? null
}

export async function findVenta(db: Queryable, clave: string): Promise<Venta | undefined> {
  const [found] = await db.select().from(ventas).where(eq(ventas.clave, clave))
  return found
}

/** A sale of lines, not a typed one. */
export async function findVentaDePedidos(db: Queryable, id: number): Promise<Venta | undefined> {
  const [found] = await db
    .select()
    .from(ventas)
    .where(and(eq(ventas.id, id), ventas.de_pedidos))
  return found
}

export async function updateVenta(tx: Tx, id: number, change: Partial<Venta>): Promise<void> {
  await tx.update(ventas).set(change).where(eq(ventas.id, id))
}

/**
 * Links orders to the sale, in its order. An order that another sale charged before belongs to this one now.
 */
export async function linkPedidos(tx: Tx, venta_id: number, pedidos: string[]): Promise<void> {
  for (const [posicion, pedido_id] of pedidos.entries())
    await tx
      .insert(ventas_pedidos)
      .values({ pedido_id, venta_id, posicion })
      .onConflictDoUpdate({ target: ventas_pedidos.pedido_id, set: { venta_id, posicion } })
}

/** The ids of the sale's orders, in its order. */
export async function pedidosOfVenta(db: Queryable, ventaId: number): Promise<string[]> {
  const found = await db
    .select({ id: ventas_pedidos.pedido_id })
    .from(ventas_pedidos)
    .where(eq(ventas_pedidos.venta_id, ventaId))
    .orderBy(asc(ventas_pedidos.posicion))
  return found.map(({ id }) => id)
}

/** The sale that charged the order last; null: none. */
export async function ventaOfPedido(db: Queryable, pedidoId: string): Promise<number | null> {
  const [found] = await db
    .select({ id: ventas_pedidos.venta_id })
    .from(ventas_pedidos)
    .where(eq(ventas_pedidos.pedido_id, pedidoId))
  return found?.id ?? null
}

/** All orders of the sale that charged this one last, itself among them; none where no sale did. */
export async function pedidosBeside(db: Queryable, pedidoId: string): Promise<string[]> {
  const venta = await ventaOfPedido(db, pedidoId)
  return venta === null ? [] : pedidosOfVenta(db, venta)
}

// For sums in SQL: what other features may read
/** Typed sales only: the others count as orders. */
export const ventasSql = sql`(select id, operador_id, sucursal_id, importe, cuando from ${ventas} where not de_pedidos)`
