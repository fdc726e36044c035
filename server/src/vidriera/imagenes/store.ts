import { eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { imagenes } from '../../base/db/schema/imagenes.ts'

type Imagen = typeof imagenes.$inferSelect
export type NewImagen = typeof imagenes.$inferInsert

/** An existing row is left unchanged, since its bytes are the same. @returns how many are new */
export async function insertImagenes(db: Queryable, rows: NewImagen[]): Promise<number> {
  const made = await db.insert(imagenes).values(rows).onConflictDoNothing().returning({ id: imagenes.id })
  return made.length
}

export async function findImagenes(db: Queryable, ids: string[]): Promise<Imagen[]> {
  return ids.length === 0 ? [] : db.select().from(imagenes).where(inArray(imagenes.id, ids))
}

export async function setLista(db: Queryable, id: string, lista: Date): Promise<void> {
  await db.update(imagenes).set({ lista }).where(eq(imagenes.id, id))
}
