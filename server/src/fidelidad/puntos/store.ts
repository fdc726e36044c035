import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { placeBehind, placeRows } from '../../base/db/orden.ts'
import { theRow } from '../../base/db/row.ts'
import { premios, puntos, puntos_pedidos, saldos } from '../../base/db/schema/puntos.ts'

export type Movimiento = typeof puntos.$inferSelect
export type NewMovimiento = Omit<typeof puntos.$inferInsert, 'id'>
export type Premio = typeof premios.$inferSelect

/** The sum of all lines of an account; below zero it is a debt. */
export async function sumaOf(db: Queryable, clienteId: number): Promise<number> {
  const [found] = await db
    .select({ suma: sql<number>`coalesce(sum(${puntos.puntos}), 0)`.mapWith(Number) })
    .from(puntos)
    .where(eq(puntos.cliente_id, clienteId))
  return found?.suma ?? 0
}

/** The same of many accounts; those without a line are left out. */
export async function sumPuntosOf(db: Queryable, clienteIds: number[]): Promise<Map<number, number>> {
  const found = await db
    .select({ id: puntos.cliente_id, suma: sql<number>`sum(${puntos.puntos})`.mapWith(Number) })
    .from(puntos)
    .where(inArray(puntos.cliente_id, clienteIds))
    .groupBy(puntos.cliente_id)
  return new Map(found.map(({ id, suma }) => [id, suma]))
}

/** False if a line with this `clave` was written before. */
export async function insertPuntos(tx: Tx, movimiento: NewMovimiento): Promise<boolean> {
  const made = await tx
    .insert(puntos)
    .values(movimiento)
    .onConflictDoNothing({ target: puntos.clave })
    .returning({ id: puntos.id })
  return made.length > 0
}

/** The line that was written with this `clave`. */
export async function findMovimiento(db: Queryable, clave: string): Promise<Movimiento | undefined> {
  const [found] = await db.select().from(puntos).where(eq(puntos.clave, clave))
  return found
}

/** The line of the points that an order earned. */
export async function findEarned(db: Queryable, pedidoId: string): Promise<Movimiento | undefined> {
  const [found] = await db
    .select()
    .from(puntos)
    .where(and(eq(puntos.pedido_id, pedidoId), eq(puntos.tipo, 'pedido')))
  return found
}

/**
 * The points that refunds of an order took, without those that came back, and how often some came back with its
 * money.
 */
export async function findTaken(
  db: Queryable,
  pedidoId: string,
): Promise<{ puntos: number; restored: number }> {
  const [found] = await db
    .select({
      puntos: sql<number>`coalesce(-sum(${puntos.puntos}), 0)`.mapWith(Number),
      restored: sql<number>`count(*) filter (where ${puntos.puntos} > 0)`.mapWith(Number),
    })
    .from(puntos)
    .where(and(eq(puntos.pedido_id, pedidoId), eq(puntos.tipo, 'devolucion')))
  return found ?? { puntos: 0, restored: 0 }
}

/** The points that a code cost; null where no points bought it. */
export async function puntosOfCanje(db: Queryable, codigoId: number): Promise<number | null> {
  const [found] = await db
    .select({ puntos: puntos.puntos })
    .from(puntos)
    .where(eq(puntos.clave, `canje:${codigoId}`))
  return found ? -found.puntos : null
}

/** Movements, newest first, each with the balance that it left. */
export async function listMovimientos(
  db: Queryable,
  clienteId: number,
  { before, limit }: { before?: number; limit: number },
) {
  const all = db
    .select({
      id: puntos.id,
      cuando: puntos.cuando,
      puntos: puntos.puntos,
      motivo: puntos.motivo,
      saldo: sql<number>`greatest(0, sum(${puntos.puntos}) over (order by ${puntos.id}))`
        .mapWith(Number)
        .as('saldo'),
    })
    .from(puntos)
    .where(eq(puntos.cliente_id, clienteId))
    .as('movimientos')
  return db
    .select()
    .from(all)
    .where(before === undefined ? undefined : lt(all.id, before))
    .orderBy(desc(all.id))
    .limit(limit)
}

/** Prizes on offer. */
export const listPremios = (db: Queryable): Promise<Premio[]> =>
  db
    .select()
    .from(premios)
    .where(isNull(premios.retirado))
    .orderBy(asc(premios.orden), asc(premios.puntos_requeridos), asc(premios.id))

/** A prize on offer, by id. */
export async function findPremio(db: Queryable, id: number): Promise<Premio | undefined> {
  const [found] = await db
    .select()
    .from(premios)
    .where(and(eq(premios.id, id), isNull(premios.retirado)))
  return found
}

/** Takes one unit, in one statement. False when none is left. */
export async function takeUnit(tx: Tx, id: number): Promise<boolean> {
  const taken = await tx
    .update(premios)
    .set({ cantidad: sql`${premios.cantidad} - 1` })
    .where(and(eq(premios.id, id), gt(premios.cantidad, 0), isNull(premios.retirado)))
    .returning({ id: premios.id })
  return taken.length > 0
}

/** Gives units back, of a prize that is not picked up after all. */
export async function giveUnit(tx: Tx, id: number, units = 1): Promise<void> {
  await tx
    .update(premios)
    .set({ cantidad: sql`${premios.cantidad} + ${units}` })
    .where(eq(premios.id, id))
}

/** All prizes, those on offer first; or the one with that id. */
export const listAllPremios = (db: Queryable, id?: number): Promise<Premio[]> =>
  db
    .select()
    .from(premios)
    .where(id === undefined ? undefined : eq(premios.id, id))
    .orderBy(
      desc(isNull(premios.retirado)),
      asc(premios.orden),
      asc(premios.puntos_requeridos),
      asc(premios.id),
    )

/** Places the prizes. False where `ids` are not exactly those on offer. */
export const placePremios = (tx: Tx, ids: number[]): Promise<boolean> =>
  placeRows(tx, premios, ids, isNull(premios.retirado))

export const lastPremio = (tx: Tx): Promise<number> => placeBehind(tx, premios)

export async function insertPremio(tx: Tx, row: typeof premios.$inferInsert): Promise<number> {
  return theRow(await tx.insert(premios).values(row).returning({ id: premios.id })).id
}

/** Locks a prize against exchanges at the same time, so that `cantidad` is not counted twice. */
export async function lockPremio(tx: Tx, id: number): Promise<Premio | undefined> {
  const [found] = await tx.select().from(premios).where(eq(premios.id, id)).for('update')
  return found
}

export async function updatePremioRow(tx: Tx, id: number, change: Partial<Premio>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(premios).set(change).where(eq(premios.id, id))
}

export type PuntosPedido = typeof puntos_pedidos.$inferSelect

/** Stores the points that an order gives, once. */
export async function insertPuntosPedido(tx: Tx, row: PuntosPedido): Promise<void> {
  await tx.insert(puntos_pedidos).values(row).onConflictDoNothing({ target: puntos_pedidos.pedido_id })
}

/**
 * Orders that gave points to this account give none to a later account of their mailbox. The caller has locked them and
 * the account, and deletes it. `tipeados` stay: the limits of their day still count them.
 */
export async function forgetGanados(tx: Tx, clienteId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${puntos_pedidos} (pedido_id, puntos, tipeados, cuando)
    select u.pedido_id, 0, u.tipeados, u.cuando from ${puntos} u
    where u.cliente_id = ${clienteId} and u.tipo = 'pedido' and u.pedido_id is not null order by u.pedido_id
    on conflict (pedido_id) do update set puntos = 0`)
}

export async function findPuntosPedido(db: Queryable, pedidoId: string): Promise<PuntosPedido | undefined> {
  const [found] = await db.select().from(puntos_pedidos).where(eq(puntos_pedidos.pedido_id, pedidoId))
  return found
}

/** When limits count a line: orders of guests give their points later than they earned them. */
const ganados = sql`coalesce(${puntos_pedidos.cuando}, ${puntos.cuando})`

/** Points that a customer earned in that time with lines typed at the counter. */
export async function tipeadosEntre(
  db: Queryable,
  clienteId: number,
  { desde, hasta }: { desde: Date; hasta: Date },
): Promise<number> {
  const [found] = await db
    .select({ suma: sql<number>`coalesce(sum(${puntos.tipeados}), 0)`.mapWith(Number) })
    .from(puntos)
    .leftJoin(puntos_pedidos, eq(puntos_pedidos.pedido_id, puntos.pedido_id))
    .where(and(eq(puntos.cliente_id, clienteId), gte(ganados, desde), lt(ganados, hasta)))
  return found?.suma ?? 0
}

/** The same for these orders, also where no account got the points yet. */
export async function tipeadosOf(db: Queryable, pedidoIds: string[]): Promise<number> {
  const [found] = await db
    .select({ suma: sql<number>`coalesce(sum(${puntos_pedidos.tipeados}), 0)`.mapWith(Number) })
    .from(puntos_pedidos)
    .where(inArray(puntos_pedidos.pedido_id, pedidoIds))
  return found?.suma ?? 0
}

export async function insertPremios(tx: Tx, rows: (typeof premios.$inferInsert)[]): Promise<void> {
  await tx.insert(premios).values(rows)
}

export const countPremios = (db: Queryable): Promise<number> => db.$count(premios)

// For sums in SQL: the columns that other features may read
export const premiosSql = sql`(select es_codigo_canje, retirado, cantidad, puntos_requeridos from ${premios})`
export const puntosSql = sql`(select cliente_id, puntos from ${puntos})`
/** The orders that gave points to each account. */
export const ganadosSql = sql`(select cliente_id, pedido_id from ${puntos} where tipo = 'pedido' and pedido_id is not null)`
/** Points for typed amounts of orders that no account got yet. */
export const puntosToGiveSql = sql`(select g.pedido_id, g.tipeados, g.cuando from ${puntos_pedidos} g where g.tipeados > 0
  and not exists (select from ${puntos} u where u.pedido_id = g.pedido_id and u.tipo = 'pedido'))`
export const saldosSql = sql`(select cliente_id, puntos from ${saldos})`
