import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { clientes } from '../db/schema/clientes.ts'
import { premios, puntos } from '../db/schema/puntos.ts'

export type Movimiento = typeof puntos.$inferSelect
export type NewMovimiento = Omit<typeof puntos.$inferInsert, 'id'>
export type Premio = typeof premios.$inferSelect

/**
 * Whoever takes points holds the customer's row until the end: nobody else counts them meanwhile. Orders and codes may
 * name the customer all the same (a full lock would make them wait). False if there is no such account.
 */
export async function lockCliente(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: clientes.id })
    .from(clientes)
    .where(eq(clientes.id, id))
    .for('no key update')
  return found.length > 0
}

const sumOf = (db: Queryable, clienteId: number) =>
  db
    .select({ saldo: sql<number>`coalesce(sum(${puntos.puntos}), 0)`.mapWith(Number) })
    .from(puntos)
    .where(eq(puntos.cliente_id, clienteId))

export async function saldoOf(db: Queryable, clienteId: number): Promise<number> {
  return (await sumOf(db, clienteId))[0]?.saldo ?? 0
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

/** Newest first, each with the balance that it left. */
export async function listMovimientos(
  db: Queryable,
  clienteId: number,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const all = db
    .select({
      ...{ id: puntos.id, cuando: puntos.cuando, puntos: puntos.puntos, motivo: puntos.motivo },
      saldo: sql<number>`sum(${puntos.puntos}) over (order by ${puntos.id})`.mapWith(Number).as('saldo'),
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

/** What can be bought, and the points that there are for it: one question, because many ask at once. */
export async function findPremio(
  db: Queryable,
  id: number,
  clienteId: number,
): Promise<{ premio: Premio; saldo: number } | undefined> {
  const saldo = sql<number>`(${sumOf(db, clienteId)})`.mapWith(Number)
  const [found] = await db
    .select({ premio: premios, saldo })
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

type Spent = Pick<NewMovimiento, 'cliente_id' | 'motivo' | 'puntos' | 'cuando'> & {
  /** As the caller saw it. */
  saldo: number
} & { codigo: string; hojas: number; premio_id: number; producto_nombre: string; vence: Date }

/**
 * `puntos` (positive) become a code of sheets, in one call of the database (0023_canje). Null where the balance is not
 * `saldo` any more, or the code exists.
 */
export async function spendOnCodigo(db: Queryable, spent: Spent): Promise<number | null> {
  const { cliente_id, saldo, puntos, motivo, codigo, hojas, premio_id, producto_nombre } = spent
  const [cuando, vence] = [spent.cuando.toISOString(), spent.vence.toISOString()]
  const { rows } = await db.execute<{ id: number | null }>(
    sql`select gastar_en_codigo(${cliente_id}, ${saldo}, ${puntos}, ${motivo}, ${codigo}, ${hojas}, ${premio_id},
      ${producto_nombre}, ${cuando}, ${vence}) as id`,
  )
  return rows[0]?.id ?? null
}
