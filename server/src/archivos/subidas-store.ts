import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Queryable } from '../db/open.ts'
import { subida_partes, subidas } from '../db/schema/subidas.ts'

export type Subida = typeof subidas.$inferSelect

export async function insertSubida(db: Queryable, row: typeof subidas.$inferInsert): Promise<void> {
  await db.insert(subidas).values(row)
}

export async function findSubida(db: Queryable, id: string): Promise<Subida | undefined> {
  const [found] = await db.select().from(subidas).where(eq(subidas.id, id))
  return found
}

/** False, and nothing noted, where the upload is not at `desde` any more, or gone. */
export function addParte(db: Db, parte: typeof subida_partes.$inferInsert): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { subida_id, desde, bytes } = parte
    const moved = await tx
      .update(subidas)
      .set({ llegado: sql`${subidas.llegado} + ${bytes}` })
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

export function subidasOfOrigen(db: Queryable, origen: string): Promise<{ id: string; bytes: number }[]> {
  return db
    .select({ id: subidas.id, bytes: subidas.bytes })
    .from(subidas)
    .where(eq(subidas.origen, origen))
    .orderBy(asc(subidas.creada))
}

export function subidasBefore(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db.select({ id: subidas.id }).from(subidas).where(lt(subidas.creada, before)).limit(500)
}
