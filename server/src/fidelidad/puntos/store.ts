import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { premios, puntos } from '../../base/db/schema/puntos.ts'

export type Movimiento = typeof puntos.$inferSelect
export type NewMovimiento = Omit<typeof puntos.$inferInsert, 'id'>
export type Premio = typeof premios.$inferSelect

/**
 * Code that takes points locks the customer's row until the end, so that no other code counts them meanwhile. Orders
 * and codes may name the customer all the same (a full lock would make them wait). False if there is no such account.
 */
export async function lockCliente(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: clientes.id })
    .from(clientes)
    .where(eq(clientes.id, id))
    .for('no key update')
  return found.length > 0
}

/** Of all lines of an account; below zero it is a debt. */
export async function sumaOf(db: Queryable, clienteId: number): Promise<number> {
  const [found] = await db
    .select({ suma: sql<number>`coalesce(sum(${puntos.puntos}), 0)`.mapWith(Number) })
    .from(puntos)
    .where(eq(puntos.cliente_id, clienteId))
  return found?.suma ?? 0
}

/** False if that fact was written before. */
export async function insertPuntos(tx: Tx, movimiento: NewMovimiento): Promise<boolean> {
  const made = await tx
    .insert(puntos)
    .values(movimiento)
    .onConflictDoNothing({ target: puntos.clave })
    .returning({ id: puntos.id })
  return made.length > 0
}

/** The line of the points that an order earned. */
export async function findEarned(db: Queryable, pedidoId: string): Promise<Movimiento | undefined> {
  const [found] = await db
    .select()
    .from(puntos)
    .where(and(eq(puntos.pedido_id, pedidoId), eq(puntos.tipo, 'pedido')))
  return found
}

/** What a code cost; null where no points bought it. */
export async function puntosOfCanje(db: Queryable, codigoId: number): Promise<number | null> {
  const [found] = await db
    .select({ puntos: puntos.puntos })
    .from(puntos)
    .where(eq(puntos.clave, `canje:${codigoId}`))
  return found ? -found.puntos : null
}

/** Newest first, each with the balance that it left. */
export async function listMovimientos(
  db: Queryable,
  clienteId: number,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const all = db
    .select({
      ...{ id: puntos.id, cuando: puntos.cuando, puntos: puntos.puntos, motivo: puntos.motivo },
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

/** What can be bought now. */
export const listPremios = (db: Queryable): Promise<Premio[]> =>
  db
    .select()
    .from(premios)
    .where(isNull(premios.retirado))
    .orderBy(asc(premios.orden), asc(premios.puntos_requeridos), asc(premios.id))

/** Of what can be bought, by id. */
export async function findPremio(db: Queryable, id: number): Promise<Premio | undefined> {
  const [found] = await db
    .select()
    .from(premios)
    .where(and(eq(premios.id, id), isNull(premios.retirado)))
  return found
}

/** One unit less, in one step: false when there is none. */
export async function takeUnit(tx: Tx, id: number): Promise<boolean> {
  const taken = await tx
    .update(premios)
    .set({ cantidad: sql`${premios.cantidad} - 1` })
    .where(and(eq(premios.id, id), gt(premios.cantidad, 0), isNull(premios.retirado)))
    .returning({ id: premios.id })
  return taken.length > 0
}

/** A prize that is not fetched after all. */
export async function giveUnit(tx: Tx, id: number): Promise<void> {
  await tx
    .update(premios)
    .set({ cantidad: sql`${premios.cantidad} + 1` })
    .where(eq(premios.id, id))
}
