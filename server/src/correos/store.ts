import { desc, eq, inArray, like, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { correos } from '../db/schema.ts'

export type Correo = typeof correos.$inferSelect
type NewCorreo = Pick<Correo, 'clave' | 'para' | 'asunto' | 'texto' | 'html' | 'creado'>

/** Its id, or undefined if a mail about the same thing exists already. */
export async function insertCorreo(tx: Queryable, correo: NewCorreo): Promise<number | undefined> {
  const [made] = await tx.insert(correos).values(correo).onConflictDoNothing().returning({ id: correos.id })
  return made?.id
}

/** An unsent mail, held by this transaction alone; undefined if it is sent, gone, or in other hands. */
export async function takeUnsent(tx: Tx, id: number): Promise<Correo | undefined> {
  const [found] = await tx
    .select()
    .from(correos)
    .where(sql`${correos.id} = ${id} and ${correos.enviado} is null`)
    .for('update', { skipLocked: true })
  return found
}

export async function isUnsent(db: Queryable, id: number): Promise<boolean> {
  const [found] = await db.select({ enviado: correos.enviado }).from(correos).where(eq(correos.id, id))
  return found !== undefined && found.enviado === null
}

export async function markEnviado(tx: Tx, id: number, enviado: Date): Promise<void> {
  await tx.update(correos).set({ enviado }).where(eq(correos.id, id))
}

/** Newest first, of one address (compared without case) or of all. */
export function listCorreos(db: Queryable, para: string | undefined): Promise<Correo[]> {
  return db
    .select()
    .from(correos)
    .where(para ? eq(sql`lower(${correos.para})`, para.toLowerCase()) : undefined)
    .orderBy(desc(correos.id))
    .limit(500)
}

export async function findCorreo(db: Queryable, id: number): Promise<Correo | undefined> {
  const [found] = await db.select().from(correos).where(eq(correos.id, id))
  return found
}

/** What was written to somebody who wants to be forgotten. */
export async function forgetCorreos(tx: Queryable, claves: string[]): Promise<void> {
  await tx.delete(correos).where(inArray(correos.clave, claves))
}

/** Those whose key begins with `prefix`, which holds no wildcard. */
export async function deleteCorreosLike(tx: Queryable, prefix: string): Promise<void> {
  await tx.delete(correos).where(like(correos.clave, `${prefix}%`))
}
