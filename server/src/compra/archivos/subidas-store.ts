import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Queryable } from '../../base/db/open.ts'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { subida_partes, subidas } from '../../base/db/schema/subidas.ts'
import type { Sender } from '../../base/http/visitor.ts'
import { isFromSender } from './cuota-store.ts'

/**
 * Rows for each run of the cleanup, every few minutes: more than one flooding address announces in between.
 */
const AT_ONCE = 5_000

export type Subida = typeof subidas.$inferSelect

export async function insertSubida(db: Queryable, row: typeof subidas.$inferInsert): Promise<void> {
  await db.insert(subidas).values(row)
}

export async function findSubida(db: Queryable, id: string): Promise<Subida | undefined> {
  const [found] = await db.select().from(subidas).where(eq(subidas.id, id))
  return found
}

/**
 * How many bytes of each upload came, by id; all of them once an order has it. Uploads that are gone are left
 * out.
 */
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

/** False, with nothing written, where the upload is gone or no longer at `desde`. */
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

/** False where the upload was not there. */
export async function deleteSubida(db: Queryable, id: string): Promise<boolean> {
  return (await db.delete(subidas).where(eq(subidas.id, id)).returning({ id: subidas.id })).length > 0
}

/** For stores whose files themselves say how far an upload came. */
export async function setLlegado(db: Queryable, id: string, llegado: number, tocada: Date): Promise<void> {
  await db.update(subidas).set({ llegado, tocada }).where(eq(subidas.id, id))
}

/** Uploads of one sender, untouched since `before`, that take room; oldest first. */
export function staleSubidas(db: Queryable, sender: Sender, before: Date) {
  return db
    .select({ id: subidas.id, bytes: subidas.llegado })
    .from(subidas)
    .where(and(isFromSender(subidas, sender), lt(subidas.tocada, before), gt(subidas.llegado, 0)))
    .orderBy(asc(subidas.tocada))
}

/** Uploads announced before `before` that sent no byte. */
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
