import { and, desc, eq, gt, inArray, lt, lte, ne, notInArray, or } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { accesos, captcha_usados, refrescos, sesiones } from '../../base/db/schema/auth.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { tellSesiones } from '../../base/runtime/events.ts'

export type SesionRow = typeof sesiones.$inferSelect
export type Refresco = typeof refrescos.$inferSelect

/** The session of a valid access token, with its account. */
export async function findSesionOf(db: Queryable, token_hash: string, now: Date) {
  const [found] = await db
    .select({ sesion: sesiones, cliente: clientes })
    .from(accesos)
    .innerJoin(sesiones, eq(sesiones.id, accesos.sesion_id))
    .innerJoin(clientes, eq(clientes.id, sesiones.cliente_id))
    .where(and(eq(accesos.token_hash, token_hash), gt(accesos.vence, now)))
  return found
}

export async function insertAcceso(tx: Tx, acceso: typeof accesos.$inferInsert): Promise<void> {
  await tx.insert(accesos).values(acceso)
}

/** Deletes access tokens that ended, and of the others all but the `kept` that last longest. */
export async function deleteOldAccesos(
  tx: Tx,
  sesion_id: string,
  { now, kept }: { now: Date; kept: number },
): Promise<void> {
  const own = eq(accesos.sesion_id, sesion_id)
  const newest = tx
    .select({ token_hash: accesos.token_hash })
    .from(accesos)
    .where(own)
    .orderBy(desc(accesos.vence))
    .limit(kept)
  await tx
    .delete(accesos)
    .where(and(own, or(lte(accesos.vence, now), notInArray(accesos.token_hash, newest))))
}

export async function isSesion(db: Queryable, id: string): Promise<boolean> {
  const [found] = await db.select({ id: sesiones.id }).from(sesiones).where(eq(sesiones.id, id))
  return found !== undefined
}

export async function insertSesion(tx: Queryable, sesion: SesionRow): Promise<void> {
  await tx.insert(sesiones).values(sesion)
}

/** Locks the session, so that its renewals come one after the other. */
export async function lockSesion(tx: Tx, id: string): Promise<SesionRow | undefined> {
  const [found] = await tx.select().from(sesiones).where(eq(sesiones.id, id)).for('update')
  return found
}

export async function touchSesion(tx: Tx, id: string, usada: Date): Promise<void> {
  await tx.update(sesiones).set({ usada }).where(eq(sesiones.id, id))
}

const tellEnded = (db: Queryable, id: number) => tellSesiones(db, { cuenta: 'cliente', id })

/** Deletes a session with its tokens. */
export async function deleteSesion(db: Queryable, id: string): Promise<void> {
  const [gone] = await db
    .delete(sesiones)
    .where(eq(sesiones.id, id))
    .returning({ cliente_id: sesiones.cliente_id })
  if (gone) await tellEnded(db, gone.cliente_id)
}

/** Sessions, the one used last first. */
export async function listSesiones(db: Queryable, clienteId: number): Promise<SesionRow[]> {
  return db
    .select()
    .from(sesiones)
    .where(eq(sesiones.cliente_id, clienteId))
    .orderBy(desc(sesiones.usada), desc(sesiones.creada))
}

/** Deletes one of the account's sessions. False if there is none. */
export async function deleteOwnSesion(db: Queryable, clienteId: number, id: string): Promise<boolean> {
  const gone = await db
    .delete(sesiones)
    .where(and(eq(sesiones.cliente_id, clienteId), eq(sesiones.id, id)))
    .returning({ id: sesiones.id })
  if (gone.length > 0) await tellEnded(db, clienteId)
  return gone.length > 0
}

export async function deleteOtherSesiones(db: Queryable, clienteId: number, kept: string): Promise<void> {
  await db.delete(sesiones).where(and(eq(sesiones.cliente_id, clienteId), ne(sesiones.id, kept)))
  await tellEnded(db, clienteId)
}

export async function deleteSesionesOf(db: Queryable, clienteId: number): Promise<void> {
  await db.delete(sesiones).where(eq(sesiones.cliente_id, clienteId))
  await tellEnded(db, clienteId)
}

export async function findRefresco(db: Queryable, token_hash: string): Promise<Refresco | undefined> {
  const [found] = await db.select().from(refrescos).where(eq(refrescos.token_hash, token_hash))
  return found
}

export async function insertRefresco(tx: Queryable, token_hash: string, sesion_id: string): Promise<void> {
  await tx.insert(refrescos).values({ token_hash, sesion_id })
}

export async function markRefrescoUsed(tx: Tx, token_hash: string, usado: Date): Promise<void> {
  await tx.update(refrescos).set({ usado }).where(eq(refrescos.token_hash, token_hash))
}

/** Marks an answer of the check for humans as used. False if it was used before, in whichever process. */
export async function spendCaptcha(db: Queryable, id: string, vence: Date): Promise<boolean> {
  const made = await db.insert(captcha_usados).values({ id, vence }).onConflictDoNothing().returning()
  return made.length > 0
}

export async function deleteEnded(
  db: Queryable,
  { idleBefore, createdBefore, now }: { idleBefore: Date; createdBefore: Date; now: Date },
): Promise<void> {
  // Rows in use, or about to be deleted with their account, are skipped: a DELETE locks many rows in no fixed order
  const idle = db
    .select({ id: sesiones.id })
    .from(sesiones)
    .where(or(lt(sesiones.usada, idleBefore), lt(sesiones.creada, createdBefore)))
    .for('update', { skipLocked: true })
  await db.delete(sesiones).where(inArray(sesiones.id, idle))
  const ended = db
    .select({ token_hash: accesos.token_hash })
    .from(accesos)
    .where(lte(accesos.vence, now))
    .for('update', { skipLocked: true })
  await db.delete(accesos).where(inArray(accesos.token_hash, ended))
  await db.delete(captcha_usados).where(lt(captcha_usados.vence, now))
}
