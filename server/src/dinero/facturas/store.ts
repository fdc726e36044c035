import { randomBytes } from 'node:crypto'
import { PAID } from '@imprimitodo/shared/rules/dinero/pago'
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { facturas } from '../../base/db/schema/facturas.ts'
import type { Serie } from '../../base/services/fiscal/port.ts'
import { pedidosIn } from '../../compra/pedidos/service.ts'

export type FacturaRow = typeof facturas.$inferSelect
type NewFactura = typeof facturas.$inferInsert

/** 128 random bits. */
export const newFacturaId = (): string => randomBytes(16).toString('base64url')
export const claveDeFactura = (pedidoId: string): string => `pedido:${pedidoId}`

export async function findFactura(db: Queryable, id: string): Promise<FacturaRow | undefined> {
  const [found] = await db.select().from(facturas).where(eq(facturas.id, id))
  return found
}

export async function lockFactura(tx: Tx, id: string): Promise<FacturaRow | undefined> {
  const [found] = await tx.select().from(facturas).where(eq(facturas.id, id)).for('update')
  return found
}

/** The one invoice of an order, in whatever state. */
export async function facturaOf(db: Queryable, pedidoId: string): Promise<FacturaRow | undefined> {
  const [found] = await db
    .select()
    .from(facturas)
    .where(eq(facturas.clave, claveDeFactura(pedidoId)))
  return found
}

/** Vouchers of all orders of an account, newest first. */
export async function facturasOfCliente(db: Queryable, clienteId: number): Promise<FacturaRow[]> {
  const pedidos = pedidosIn(db)
  const rows = await db
    .select({ factura: facturas })
    .from(facturas)
    .innerJoin(pedidos, eq(pedidos.id, facturas.pedido_id))
    .where(eq(pedidos.cliente_id, clienteId))
    .orderBy(desc(facturas.creada))
  return rows.map(({ factura }) => factura)
}

/** All vouchers of an order, oldest first. */
export const facturasOf = (db: Queryable, pedidoId: string): Promise<FacturaRow[]> =>
  db.select().from(facturas).where(eq(facturas.pedido_id, pedidoId)).orderBy(facturas.creada, facturas.id)

/** Credit notes of an order. */
export const notasOf = (db: Queryable, pedidoId: string): Promise<FacturaRow[]> =>
  db
    .select()
    .from(facturas)
    .where(and(eq(facturas.pedido_id, pedidoId), eq(facturas.clase, 'nota_credito')))

/** A new voucher, to be issued. An existing one with its key stays unchanged, except that a refused one begins anew. */
export async function insertFactura(
  tx: Tx,
  factura: Omit<NewFactura, 'id' | 'estado'>,
): Promise<FacturaRow | undefined> {
  const { cliente, creada } = factura
  const [made] = await tx
    .insert(facturas)
    .values({ ...factura, id: newFacturaId(), estado: 'pendiente' })
    .onConflictDoUpdate({
      target: facturas.clave,
      set: { cliente, creada, estado: 'pendiente', observaciones: [], reintentada: null },
      setWhere: eq(facturas.estado, 'rechazada'),
    })
    .returning()
  return made
}

/** Undefined if it was no longer in a state of `from`. */
export async function changeFactura(
  tx: Queryable,
  id: string,
  from: FacturaRow['estado'][],
  change: Partial<NewFactura>,
): Promise<FacturaRow | undefined> {
  const [changed] = await tx
    .update(facturas)
    .set(change)
    .where(and(eq(facturas.id, id), inArray(facturas.estado, from)))
    .returning()
  return changed
}

/** The voucher of a series whose number is written down and whose outcome is unknown. */
export async function findInFlight(
  db: Queryable,
  proveedor: 'simulado' | 'arca',
  { cuit, puntoVenta, tipo }: Serie,
): Promise<FacturaRow | undefined> {
  const [found] = await db
    .select()
    .from(facturas)
    .where(
      and(
        eq(facturas.estado, 'pidiendo'),
        eq(facturas.proveedor, proveedor),
        eq(facturas.cuit, cuit),
        eq(facturas.punto_venta, puntoVenta),
        eq(facturas.tipo, tipo),
      ),
    )
  return found
}

/** Vouchers that wait and were neither requested nor restarted since `before`. */
export async function restartWaitingFacturas(tx: Tx, before: Date, now: Date): Promise<string[]> {
  const restarted = await tx
    .update(facturas)
    .set({ reintentada: now })
    .where(
      and(
        inArray(facturas.estado, ['pendiente', 'pidiendo']),
        lt(sql`coalesce(${facturas.reintentada}, ${facturas.creada})`, before),
      ),
    )
    .returning({ id: facturas.id })
  return restarted.map(({ id }) => id)
}

/** Paid orders without an invoice: those handed over since `entregados`, else all before the cursor. */
export function withoutFactura(
  db: Queryable,
  { entregados, cursor, limit }: { entregados?: Date; cursor?: number; limit: number },
) {
  const pedidos = pedidosIn(db)
  const invoiced = db
    .select({ one: sql`1` })
    .from(facturas)
    .where(and(eq(facturas.clave, sql`'pedido:' || ${pedidos.id}`), ne(facturas.estado, 'descartada')))
  return db
    .select()
    .from(pedidos)
    .where(
      and(
        entregados
          ? and(eq(pedidos.estado, 'entregado'), gt(pedidos.cerrado, entregados))
          : inArray(pedidos.estado, [...PAID]),
        gt(pedidos.importe_final, 0),
        isNotNull(pedidos.pagado),
        cursor === undefined ? undefined : lt(pedidos.numero, cursor),
        notExists(invoiced),
      ),
    )
    .orderBy(desc(pedidos.numero))
    .limit(limit)
}

/**
 * For the back office, with the order's number. Issued ones newest first, from a cursor (instant and id) on.
 */
export function listFacturas(
  db: Queryable,
  cuales: 'emitidas' | 'abiertas',
  cursor: { emitida: Date; id: string } | null,
  limit: number,
) {
  const pedidos = pedidosIn(db)
  const open = inArray(facturas.estado, ['pendiente', 'pidiendo', 'rechazada'])
  const before =
    cursor &&
    or(
      lt(facturas.emitida, cursor.emitida),
      and(eq(facturas.emitida, cursor.emitida), lt(facturas.id, cursor.id)),
    )
  return db
    .select({ factura: facturas, pedido_numero: pedidos.numero })
    .from(facturas)
    .innerJoin(pedidos, eq(pedidos.id, facturas.pedido_id))
    .where(cuales === 'abiertas' ? open : and(eq(facturas.estado, 'emitida'), before ?? undefined))
    .orderBy(
      ...(cuales === 'abiertas' ? [asc(facturas.creada)] : [desc(facturas.emitida), desc(facturas.id)]),
    )
    .limit(limit)
}

// For sums in SQL: the columns that other features may read
export const facturasSql = sql`(select estado, creada from ${facturas})`
