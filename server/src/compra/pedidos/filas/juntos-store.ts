// Orders that one sale at the counter charged together.
import { asc, eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { ventas_pedidos } from '../../../base/db/schema/ventas.ts'

/**
 * Notes the orders of the sale, in its order. An order that another sale charged before belongs to this one now.
 */
export async function upsertVentaPedidos(tx: Tx, venta_id: number, pedidos: string[]): Promise<void> {
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
async function ventaOfPedido(db: Queryable, pedidoId: string): Promise<number | null> {
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

/**
 * The order's sale, if it is still paid and refunded as a whole; null once its orders are in several branches, none of
 * which has all of them.
 */
export async function ventaEntera(db: Queryable, pedidoId: string): Promise<number | null> {
  const venta = await ventaOfPedido(db, pedidoId)
  if (venta === null) return null
  const sucursales = await db
    .selectDistinct({ id: pedidos.sucursal_id })
    .from(ventas_pedidos)
    .innerJoin(pedidos, eq(pedidos.id, ventas_pedidos.pedido_id))
    .where(eq(ventas_pedidos.venta_id, venta))
  return sucursales.length > 1 ? null : venta
}
