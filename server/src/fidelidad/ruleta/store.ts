import { and, between, count, eq, gte, lt, min, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { tiradas } from '../../base/db/schema/ruleta.ts'

/** Who turns the wheel: a mailbox, normalised, and the keyed hash of a browser's id. */
export type Girador = { correo: string; navegador: string }

/** Of a mailbox: ever, and on one day ('YYYY-MM-DD' in Tucumán). */
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

/** Of a browser on one day, for whatever mailboxes. */
export async function countDeNavegador(db: Queryable, navegador: string, dia: string): Promise<number> {
  const [counted] = await db
    .select({ hoy: count() })
    .from(tiradas)
    .where(and(eq(tiradas.navegador, navegador), eq(tiradas.dia, dia)))
  return counted?.hoy ?? 0
}

/** Of all mailboxes, on the days of the range; `primera` is the first one with a spin, null where there is none. */
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

/** A spin for a mailbox, and then one in a browser, waits here until the one before is done. */
export async function lockGiro(tx: Tx, { correo, navegador }: Girador): Promise<void> {
  for (const who of [`tirada ${correo}`, `tirada en ${navegador}`])
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`)
}

/** What the wheel gave away on a day so far, in percents added up; no other spin adds to it until the transaction ends. */
export async function lockRepartido(tx: Tx, dia: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`repartido ${dia}`}, 0))`)
  const [given] = await tx
    .select({ sum: sql`coalesce(sum(${tiradas.valor}), 0)`.mapWith(Number) })
    .from(tiradas)
    .where(eq(tiradas.dia, dia))
  return given?.sum ?? 0
}

/** The unique index refuses a third one of a day, whatever happened before. */
export async function insertTirada(tx: Tx, tirada: typeof tiradas.$inferInsert): Promise<void> {
  await tx.insert(tiradas).values(tirada)
}

/** Every spin of the mailboxes that did not turn the wheel since. */
export async function deleteUnused(db: Queryable, before: Date): Promise<void> {
  const later = alias(tiradas, 'later')
  const turnedSince = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.correo, tiradas.correo), gte(later.cuando, before)))
  await db.delete(tiradas).where(and(lt(tiradas.cuando, before), notExists(turnedSince)))
}
