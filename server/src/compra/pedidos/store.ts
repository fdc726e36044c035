import type { Estado } from '@imprimitodo/shared/rules/pedido'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'

export type Pedido = typeof pedidos.$inferSelect
export type NewPedido = typeof pedidos.$inferInsert
export type Archivo = typeof archivos.$inferSelect
export type Contenido = typeof contenidos.$inferSelect
export type Sucursal = typeof sucursales.$inferSelect
export type Linea = { archivo: Archivo; contenido: Contenido }

export async function findPedido(db: Queryable, id: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.id, id))
  return found
}

const LOOK_EVERY_MS = 5 * 60_000

/** Notes that a draft was looked at, which keeps it from making room for another. Written down every five minutes at most. */
export async function noteLook(db: Queryable, { id, estado, visto }: Pedido, now: Date): Promise<void> {
  if (estado !== 'borrador' || (visto && now.getTime() - visto.getTime() < LOOK_EVERY_MS)) return
  await db.update(pedidos).set({ visto: now }).where(eq(pedidos.id, id))
}

const MOST_OF_CLIENTE = 200

/** Of an account, newest first; drafts are the customer's own business. */
export const listPedidosDe = (db: Queryable, cliente_id: number) =>
  db
    .select({
      ...{ pedido_id: pedidos.id, numero: pedidos.numero, estado: pedidos.estado },
      ...{ importe_final: pedidos.importe_final, confirmado: pedidos.confirmado },
    })
    .from(pedidos)
    .where(and(eq(pedidos.cliente_id, cliente_id), isNotNull(pedidos.numero)))
    .orderBy(desc(pedidos.numero))
    .limit(MOST_OF_CLIENTE)

/** Locked until the transaction ends: every change of an order holds its row. */
export async function lockPedido(tx: Tx, id: string): Promise<Pedido | undefined> {
  const [found] = await tx.select().from(pedidos).where(eq(pedidos.id, id)).for('update')
  return found
}

export async function lockByReferencia(tx: Tx, referencia: string): Promise<Pedido | undefined> {
  const [found] = await tx.select().from(pedidos).where(eq(pedidos.referencia, referencia)).for('update')
  return found
}

export async function findByReferencia(db: Queryable, referencia: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.referencia, referencia))
  return found
}

export async function findByCodigoRetiro(db: Queryable, codigo: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.codigo_retiro, codigo))
  return found
}

/** The draft or unpaid order of one browser, locked. */
export async function lockLiveOf(tx: Tx, carrito: string): Promise<Pedido | undefined> {
  const [found] = await tx
    .select()
    .from(pedidos)
    .where(and(eq(pedidos.carrito, carrito), inArray(pedidos.estado, ['borrador', 'confirmado'])))
    .for('update')
  return found
}

export async function insertPedido(tx: Tx, pedido: NewPedido): Promise<Pedido> {
  const [made] = await tx.insert(pedidos).values(pedido).returning()
  return made as Pedido
}

export async function updatePedido(tx: Tx, id: string, change: Partial<NewPedido>): Promise<Pedido> {
  const [changed] = await tx.update(pedidos).set(change).where(eq(pedidos.id, id)).returning()
  return changed as Pedido
}

export async function deletePedido(tx: Tx, id: string): Promise<void> {
  await tx.delete(pedidos).where(eq(pedidos.id, id))
}

export async function nextNumero(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ numero: string }>(sql`select nextval('pedido_numero') as numero`)
  return Number(rows[0]?.numero)
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

export async function insertArchivos(tx: Tx, lines: (typeof archivos.$inferInsert)[]): Promise<void> {
  await tx.insert(archivos).values(lines)
}

export async function findSucursal(db: Queryable, id: number): Promise<Sucursal | undefined> {
  const [found] = await db.select().from(sucursales).where(eq(sucursales.id, id))
  return found
}

export async function findSucursalByNombre(db: Queryable, nombre: string): Promise<Sucursal | undefined> {
  const [found] = await db
    .select()
    .from(sucursales)
    .where(eq(sql`lower(${sucursales.nombre})`, nombre.toLowerCase()))
  return found
}

export function historialOf(db: Queryable, pedidoId: string) {
  return db.select().from(historial).where(eq(historial.pedido_id, pedidoId)).orderBy(asc(historial.id))
}

export async function insertHistorial(
  tx: Tx,
  entry: { pedido_id: string; estado: Estado; cuando: Date; quien: string; nota: string | null },
): Promise<void> {
  await tx.insert(historial).values(entry)
}

export const pagosOf = (db: Queryable, pedidoId: string) =>
  db.select().from(pagos).where(eq(pagos.pedido_id, pedidoId)).orderBy(asc(pagos.creado), asc(pagos.id))
