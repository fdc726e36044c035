import { and, between, count, eq, gte, lt, min, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { tiradas } from '../../base/db/schema/ruleta.ts'

/** The player: a normalised mailbox, and the keyed hash of a browser's id. */
export type Girador = { correo: string; navegador: string }

/** Spins of a mailbox, ever and on one day ('YYYY-MM-DD' in Tucumán). */
export async function countTiradas(db: Queryable, correo: string, dia: string) {
  const [counted] = await db
    .select({
      total: count(),
      hoy: sql<number>`count(*) filter (where ${tiradas.dia} = ${dia})`.mapWith(Number),
    })
    .from(tiradas)
    .where(eq(tiradas.correo, correo))
  return counted ?? { total: 0, hoy: 0 }
}

/** Spins of a browser on one day, for all mailboxes. */
export async function countDeNavegador(db: Queryable, navegador: string, dia: string): Promise<number> {
  const [counted] = await db
    .select({ hoy: count() })
    .from(tiradas)
    .where(and(eq(tiradas.navegador, navegador), eq(tiradas.dia, dia)))
  return counted?.hoy ?? 0
}

/**
 * Spins of all mailboxes on the days of the range; `primera`: the first day with a spin, null if there is
 * none.
 */
export async function sumTiradas(db: Queryable, { desde, hasta }: { desde: string; hasta: string }) {
  const [summed] = await db
    .select({
      primera: min(tiradas.dia),
      tiradas: count(),
      repartido: sql`coalesce(sum(${tiradas.valor}), 0)`.mapWith(Number),
    })
    .from(tiradas)
    .where(between(tiradas.dia, desde, hasta))
  return summed ?? { primera: null, tiradas: 0, repartido: 0 }
}

/** Lets one spin at a time run for a mailbox, and then for a browser. */
export async function lockGiro(tx: Tx, { correo, navegador }: Girador): Promise<void> {
  for (const who of [`tirada ${correo}`, `tirada en ${navegador}`])
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`)
}

/** The day's sum of percents given away so far, locked against other spins until the transaction ends. */
export async function lockRepartido(tx: Tx, dia: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`repartido ${dia}`}, 0))`)
  const [given] = await tx
    .select({ sum: sql`coalesce(sum(${tiradas.valor}), 0)`.mapWith(Number) })
    .from(tiradas)
    .where(eq(tiradas.dia, dia))
  return given?.sum ?? 0
}

/** The code of the spin that this press of this player gave. */
export async function codigoOfClave(
  db: Queryable,
  { correo, navegador }: Girador,
  clave: string,
): Promise<number | undefined> {
  const [found] = await db
    .select({ id: tiradas.codigo_id })
    .from(tiradas)
    .where(and(eq(tiradas.correo, correo), eq(tiradas.navegador, navegador), eq(tiradas.clave, clave)))
  return found?.id
}

/** The unique index refuses a third spin of a mailbox's day in any case. */
export async function insertTirada(tx: Tx, tirada: typeof tiradas.$inferInsert): Promise<void> {
  await tx.insert(tiradas).values(tirada)
}

/** Deletes every spin of mailboxes that did not turn the wheel since `before`. */
export async function deleteUnused(db: Queryable, before: Date): Promise<void> {
  const later = alias(tiradas, 'later')
  const turnedSince = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.correo, tiradas.correo), gte(later.cuando, before)))
  await db.delete(tiradas).where(and(lt(tiradas.cuando, before), notExists(turnedSince)))
}
