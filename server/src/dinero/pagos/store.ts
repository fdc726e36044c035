import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { avisos_pago, devoluciones, pagos, pagos_sin_pedido, reintegros } from '../../base/db/schema/pagos.ts'

export type PagoRow = typeof pagos.$inferSelect
export type Devolucion = typeof devoluciones.$inferSelect
/** A payment as its provider, or the counter, tells it. */
export type PagoDicho = Omit<PagoRow, 'devolucion_pedida' | 'devuelto_antes'>
export type PagoSinPedido = typeof pagos_sin_pedido.$inferSelect
type AvisoDePago = typeof avisos_pago.$inferSelect

export async function findPago(db: Queryable, id: string): Promise<PagoRow | undefined> {
  const [found] = await db.select().from(pagos).where(eq(pagos.id, id))
  return found
}

/** The caller has locked the order's row. */
export async function savePago(tx: Tx, pago: PagoDicho): Promise<void> {
  const { id: _, pedido_id: __, creado: ___, ...change } = pago
  await tx
    .insert(pagos)
    .values({ ...pago, devuelto_antes: 0 })
    .onConflictDoUpdate({ target: pagos.id, set: change })
}

export async function setDevueltoAntes(tx: Tx, id: string, devuelto_antes: number): Promise<void> {
  await tx.update(pagos).set({ devuelto_antes }).where(eq(pagos.id, id))
}

/** False if the refund was requested before. */
export async function askDevolucion(tx: Tx, id: string, now: Date): Promise<boolean> {
  const asked = await tx
    .update(pagos)
    .set({ devolucion_pedida: now })
    .where(and(eq(pagos.id, id), isNull(pagos.devolucion_pedida)))
    .returning({ id: pagos.id })
  return asked.length > 0
}

/** False if the same notification has been stored before. */
export async function insertAviso(
  tx: Tx,
  aviso: Pick<AvisoDePago, 'id' | 'pago_id' | 'proveedor' | 'recibido'>,
): Promise<boolean> {
  const made = await tx
    .insert(avisos_pago)
    .values(aviso)
    .onConflictDoNothing()
    .returning({ id: avisos_pago.id })
  return made.length > 0
}

export async function findAvisoDePago(db: Queryable, id: string): Promise<AvisoDePago | undefined> {
  const [found] = await db.select().from(avisos_pago).where(eq(avisos_pago.id, id))
  return found
}

export async function markLeido(db: Queryable, id: string, leido: Date): Promise<void> {
  await db.update(avisos_pago).set({ leido }).where(eq(avisos_pago.id, id))
}

/** Payments whose refund was requested before `before` and has not happened; marks them as requested now. */
export async function retakeDevoluciones(tx: Tx, before: Date, now: Date, limit: number): Promise<string[]> {
  const stuck = tx
    .select({ id: pagos.id })
    .from(pagos)
    .where(and(lt(pagos.devolucion_pedida, before), eq(pagos.estado, 'approved')))
    .limit(limit)
    .for('update', { skipLocked: true })
  const taken = await tx
    .update(pagos)
    .set({ devolucion_pedida: now })
    .where(inArray(pagos.id, stuck))
    .returning({ id: pagos.id })
  return taken.map(({ id }) => id)
}

export async function deleteAvisosRead(db: Queryable, before: Date): Promise<void> {
  await db.delete(avisos_pago).where(lt(avisos_pago.leido, before))
}

export const devolucionesOf = (db: Queryable, pedidoId: string): Promise<Devolucion[]> =>
  db.select().from(devoluciones).where(eq(devoluciones.pedido_id, pedidoId))

export const devolucionesByClave = (db: Queryable, clave: string): Promise<Devolucion[]> =>
  db.select().from(devoluciones).where(eq(devoluciones.clave, clave)).orderBy(devoluciones.id)

export async function findDevolucion(
  db: Queryable,
  id: number,
): Promise<{ devolucion: Devolucion; pago: PagoRow } | undefined> {
  const [found] = await db
    .select({ devolucion: devoluciones, pago: pagos })
    .from(devoluciones)
    .innerJoin(pagos, eq(pagos.id, devoluciones.pago_id))
    .where(eq(devoluciones.id, id))
  return found
}

export async function insertDevolucion(
  tx: Tx,
  devolucion: typeof devoluciones.$inferInsert,
): Promise<number> {
  return theRow(await tx.insert(devoluciones).values(devolucion).returning({ id: devoluciones.id })).id
}

/** @throws if another refund of that payment has it */
export async function setIdEnProveedor(db: Queryable, id: number, id_en_proveedor: string): Promise<void> {
  await db.update(devoluciones).set({ id_en_proveedor }).where(eq(devoluciones.id, id))
}

/** The caller has locked the order's row. */
export async function markHecha(tx: Tx, id: number, hecha: Date): Promise<void> {
  await tx.update(devoluciones).set({ hecha }).where(eq(devoluciones.id, id))
}

/** False if the refund had ended before. */
export async function markRechazada(
  tx: Tx,
  id: number,
  rechazada: Date,
  respuesta: string,
): Promise<boolean> {
  const marked = await tx
    .update(devoluciones)
    .set({ rechazada, respuesta })
    .where(and(eq(devoluciones.id, id), isNull(devoluciones.hecha), isNull(devoluciones.rechazada)))
    .returning({ id: devoluciones.id })
  return marked.length > 0
}

/** Centavos that went back of a payment and are written down: refunds that are done, and `reintegros`. */
export async function sumsDevueltas(
  tx: Tx,
  pagoId: string,
): Promise<{ devoluciones: number; reintegros: number }> {
  const { rows } = await tx.execute<{ devoluciones: number; reintegros: number }>(sql`
    select (select coalesce(sum(importe), 0) from ${devoluciones} where pago_id = ${pagoId} and hecha is not null)::float8
        as devoluciones,
      (select coalesce(sum(importe), 0) from ${reintegros} where pago_id = ${pagoId})::float8 as reintegros`)
  return rows[0] ?? { devoluciones: 0, reintegros: 0 }
}

/** The caller has locked the order's row. */
export async function insertReintegro(tx: Tx, reintegro: typeof reintegros.$inferInsert): Promise<void> {
  await tx.insert(reintegros).values(reintegro)
}

/** Refunds of the counter of that payment that are neither done nor refused. */
export const waitingDevoluciones = (db: Queryable, pagoId: string): Promise<Devolucion[]> =>
  db
    .select()
    .from(devoluciones)
    .where(and(eq(devoluciones.pago_id, pagoId), isNull(devoluciones.hecha), isNull(devoluciones.rechazada)))
    .orderBy(devoluciones.id)

/**
 * Takes up refunds of the counter that were requested, and last taken up, before `before` and still wait: their job
 * may have given up, or the provider had them in process.
 */
export async function retakeDeMostrador(tx: Tx, before: Date, now: Date, limit: number): Promise<number[]> {
  const waiting = tx
    .select({ id: devoluciones.id })
    .from(devoluciones)
    .where(
      and(
        isNull(devoluciones.hecha),
        isNull(devoluciones.rechazada),
        lt(devoluciones.pedida, before),
        or(isNull(devoluciones.retomada), lt(devoluciones.retomada, before)),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
  const taken = await tx
    .update(devoluciones)
    .set({ retomada: now })
    .where(inArray(devoluciones.id, waiting))
    .returning({ id: devoluciones.id })
  return taken.map(({ id }) => id)
}

/** False if it is known. */
export async function insertSinPedido(tx: Tx, pago: typeof pagos_sin_pedido.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(pagos_sin_pedido)
    .values(pago)
    .onConflictDoNothing()
    .returning({ id: pagos_sin_pedido.id })
  return made.length > 0
}

export async function findSinPedido(db: Queryable, id: string): Promise<PagoSinPedido | undefined> {
  const [found] = await db.select().from(pagos_sin_pedido).where(eq(pagos_sin_pedido.id, id))
  return found
}

/** False if there is none that was still open. */
export async function markSinPedidoResuelto(tx: Tx, id: string, resuelto: Date): Promise<boolean> {
  const marked = await tx
    .update(pagos_sin_pedido)
    .set({ resuelto })
    .where(and(eq(pagos_sin_pedido.id, id), isNull(pagos_sin_pedido.resuelto)))
    .returning({ id: pagos_sin_pedido.id })
  return marked.length > 0
}

/** Random references of payments without an order that are not dealt with. */
export async function openSinPedido(db: Queryable, limit: number): Promise<string[]> {
  const found = await db
    .select({ referencia: pagos_sin_pedido.referencia })
    .from(pagos_sin_pedido)
    .where(isNull(pagos_sin_pedido.resuelto))
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ referencia }) => referencia)
}

// For sums in SQL: the columns that other features may read
export const pagosSql = sql`(select id, pedido_id, medio, moneda, estado, importe, devuelto, creado, acreditado, actualizado from ${pagos})`
export const devolucionesSql = sql`(select id, pago_id, pedido_id, importe, pedida, hecha, rechazada from ${devoluciones})`
export const reintegrosSql = sql`(select pago_id, pedido_id, importe, cuando from ${reintegros})`
export const avisosPagoSql = sql`(select recibido, leido from ${avisos_pago})`
export const pagosSinPedidoSql = sql`(select id, importe, moneda, creado, resuelto from ${pagos_sin_pedido})`
