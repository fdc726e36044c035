import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Queryable } from '../../base/db/open.ts'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { subida_partes, subidas } from '../../base/db/schema/subidas.ts'
import type { Sender } from '../../base/http/visitor.ts'
import { isFromSender } from './cuota-store.ts'

/** Of the housekeeping, every few minutes: more than a flood of one address announces meanwhile. */
const AT_ONCE = 5_000

export type Subida = typeof subidas.$inferSelect

export async function insertSubida(db: Queryable, row: typeof subidas.$inferInsert): Promise<void> {
  await db.insert(subidas).values(row)
}

export async function findSubida(db: Queryable, id: string): Promise<Subida | undefined> {
  const [found] = await db.select().from(subidas).where(eq(subidas.id, id))
  return found
}

/** How far uploads came, by id; of one whose bytes an order has, all of it. Those that are gone are left out. */
export async function llegadasOf(
  db: Queryable,
  ids: string[],
): Promise<Map<string, { bytes: number; llegado: number }>> {
  if (ids.length === 0) return new Map()
  const { id, bytes, llegado } = subidas
  const moving = await db.select({ id, bytes, llegado }).from(subidas).where(inArray(id, ids))
  const kept = await db
    .select({ id: contenidos.id, bytes: contenidos.bytes, llegado: contenidos.bytes })
    .from(contenidos)
    .where(inArray(contenidos.id, ids))
  return new Map([...moving, ...kept].map((one) => [one.id, { bytes: one.bytes, llegado: one.llegado }]))
}

/** False, and nothing noted, where the upload is not at `desde` any more, or gone. */
export function addParte(db: Db, parte: typeof subida_partes.$inferInsert, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { subida_id, desde, bytes } = parte
    const moved = await tx
      .update(subidas)
      .set({ llegado: sql`${subidas.llegado} + ${bytes}`, tocada: now })
      .where(and(eq(subidas.id, subida_id), eq(subidas.llegado, desde)))
      .returning({ id: subidas.id })
    if (moved.length === 0) return false
    await tx.insert(subida_partes).values(parte)
    return true
  })
}

export function partesOf(db: Queryable, id: string): Promise<{ clave: string }[]> {
  return db
    .select({ clave: subida_partes.clave })
    .from(subida_partes)
    .where(eq(subida_partes.subida_id, id))
    .orderBy(asc(subida_partes.desde))
}

/** False where there was none. */
export async function deleteSubida(db: Queryable, id: string): Promise<boolean> {
  return (await db.delete(subidas).where(eq(subidas.id, id)).returning({ id: subidas.id })).length > 0
}

/** How far it came, where the file itself says so. */
export async function setLlegado(db: Queryable, id: string, llegado: number, tocada: Date): Promise<void> {
  await db.update(subidas).set({ llegado, tocada }).where(eq(subidas.id, id))
}

/** Of one sender, untouched since `before` and with bytes to give back; oldest first. */
export function staleSubidas(db: Queryable, sender: Sender, before: Date) {
  return db
    .select({ id: subidas.id, bytes: subidas.llegado })
    .from(subidas)
    .where(and(isFromSender(subidas, sender), lt(subidas.tocada, before), gt(subidas.llegado, 0)))
    .orderBy(asc(subidas.tocada))
}

/** Announced before, and no byte came. */
export function emptySubidas(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db
    .select({ id: subidas.id })
    .from(subidas)
    .where(and(eq(subidas.llegado, 0), lt(subidas.tocada, before)))
    .limit(AT_ONCE)
}

export function subidasBefore(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db.select({ id: subidas.id }).from(subidas).where(lt(subidas.creada, before)).limit(AT_ONCE)
}
