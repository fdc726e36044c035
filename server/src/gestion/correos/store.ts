import { createHash, randomBytes } from 'node:crypto'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { correos, correos_contados } from '../../base/db/schema/correos.ts'
import { documentos } from '../../base/db/schema/documentos.ts'

type Documento = typeof documentos.$inferSelect
export type Correo = typeof correos.$inferSelect
type NewCorreo = Pick<Correo, 'clave' | 'para' | 'asunto' | 'texto' | 'html' | 'creado'> &
  Partial<Pick<Correo, 'documento_id' | 'pedido_id' | 'vale_hasta'>>

/** Unsent mails that no other transaction has locked. */
const idleOf = (db: Queryable, which: SQL | undefined) =>
  db.select({ id: correos.id }).from(correos).where(and(which, isWaiting)).for('update', { skipLocked: true })

/** Its id, or undefined if a mail with that key exists already. */
export async function insertCorreo(tx: Queryable, correo: NewCorreo): Promise<number | undefined> {
  const [made] = await tx.insert(correos).values(correo).onConflictDoNothing().returning({ id: correos.id })
  return made?.id
}

/** Whether there is a mail with that key, sent or not. */
export const isQueued = async (db: Queryable, clave: string): Promise<boolean> =>
  (await db.$count(correos, eq(correos.clave, clave))) > 0

const isWaiting = and(isNull(correos.enviado), isNull(correos.rechazado))

/** An unsent mail, locked by this transaction; undefined if it is sent, gone, or locked by another. */
export async function takeUnsent(tx: Tx, id: number): Promise<Correo | undefined> {
  const [found] = await tx
    .select()
    .from(correos)
    .where(and(eq(correos.id, id), isWaiting))
    .for('update', { skipLocked: true })
  return found
}

/**
 * Mails of the same order that were queued before mail `id` and still wait, oldest first, with the time when
 * `id` was queued; none if mail `id` was queued before `since`.
 */
export async function findBefore(
  db: Queryable,
  id: number,
  since: Date,
): Promise<{ before: number; creado: Date }[]> {
  const own = alias(correos, 'own')
  return db
    .select({ before: correos.id, creado: own.creado })
    .from(own)
    .innerJoin(correos, and(eq(correos.pedido_id, own.pedido_id), lt(correos.id, own.id), isWaiting))
    .where(and(eq(own.id, id), gt(own.creado, since)))
    .orderBy(asc(correos.id))
}

export const isUnsent = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.$count(correos, and(eq(correos.id, id), isWaiting))) > 0

export async function insertDocumento(
  tx: Tx,
  nombre: string,
  made: Uint8Array,
  creado: Date,
): Promise<string> {
  const bytes = Buffer.from(made)
  const id = randomBytes(16).toString('base64url')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await tx.insert(documentos).values({ id, nombre, bytes, sha256, creado })
  return id
}

/** A document as it was sent, with its bytes. */
export async function findDocumento(db: Queryable, id: string): Promise<Documento | undefined> {
  const [found] = await db.select().from(documentos).where(eq(documentos.id, id))
  return found
}

export async function markEnviado(tx: Queryable, id: number, enviado: Date): Promise<void> {
  await tx.update(correos).set({ enviado }).where(eq(correos.id, id))
}

export async function markGuardado(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.update(correos).set({ enviado: now, guardado: now }).where(eq(correos.id, id))
}

export type CorreoGuardado = Pick<Correo, 'id' | 'clave' | 'pedido_id' | 'creado'>

/** Mails kept since `since` that are still useful at `now`, in the order in which they were queued. */
export const listGuardados = (db: Queryable, since: Date, now: Date): Promise<CorreoGuardado[]> =>
  db
    .select({ id: correos.id, clave: correos.clave, pedido_id: correos.pedido_id, creado: correos.creado })
    .from(correos)
    .where(and(gt(correos.guardado, since), or(isNull(correos.vale_hasta), gt(correos.vale_hasta, now))))
    .orderBy(asc(correos.id))

/** Makes it wait for a server again. False if another process did so already. */
export async function releaseGuardado(tx: Tx, id: number, now: Date): Promise<boolean> {
  const released = await tx
    .update(correos)
    .set({ enviado: null, guardado: null, reintentado: now })
    .where(and(eq(correos.id, id), isNotNull(correos.guardado)))
    .returning({ id: correos.id })
  return released.length > 0
}

export async function markSinRespuesta(
  tx: Queryable,
  id: number,
  sin_respuesta: number,
  no_antes: Date,
): Promise<void> {
  await tx.update(correos).set({ sin_respuesta, no_antes }).where(eq(correos.id, id))
}

export async function markRechazado(
  tx: Queryable,
  id: number,
  rechazado: Date,
  motivo: string,
): Promise<void> {
  await tx.update(correos).set({ rechazado, motivo }).where(eq(correos.id, id))
}

export async function rejectOlderThan(db: Queryable, before: Date, rechazado: Date): Promise<void> {
  const motivo = 'Ningún servidor lo recibió.'
  await db
    .update(correos)
    .set({ rechazado, motivo })
    .where(inArray(correos.id, idleOf(db, lt(correos.creado, before))))
}

/** Waiting mails that were neither queued nor restarted since `before`. */
export async function restartWaitingCorreos(tx: Tx, before: Date, now: Date): Promise<number[]> {
  const restarted = await tx
    .update(correos)
    .set({ reintentado: now })
    .where(
      inArray(correos.id, idleOf(tx, lt(sql`coalesce(${correos.reintentado}, ${correos.creado})`, before))),
    )
    .returning({ id: correos.id })
  return restarted.map(({ id }) => id)
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

export const hasClave = (clave: string): SQL => eq(correos.clave, clave)

/** Of an order, with a key that begins with one of `temas`, which hold no wildcard, and a colon. */
export const hasTema = (pedidoId: string, temas: readonly string[]): SQL | undefined =>
  and(eq(correos.pedido_id, pedidoId), or(...temas.map((tema) => like(correos.clave, `${tema}:%`))))

/** Deletes unsent mails without waiting for a lock. @returns those that another transaction is sending */
export async function deleteIdle(tx: Tx, which: SQL | undefined): Promise<number[]> {
  await tx.delete(correos).where(inArray(correos.id, idleOf(tx, which)))
  const busy = await tx.select({ id: correos.id }).from(correos).where(and(which, isWaiting))
  return busy.map(({ id }) => id)
}

/** Waits until none of them is being sent, and deletes those that are still unsent then. */
export async function deleteUnsent(db: Queryable, ids: number[]): Promise<void> {
  await db.delete(correos).where(and(inArray(correos.id, ids), isWaiting))
}

/** Mails whose key begins with `prefix`, which holds no wildcard. */
export async function deleteCorreosLike(tx: Queryable, prefix: string): Promise<void> {
  await tx.delete(correos).where(like(correos.clave, `${prefix}%`))
}

/** Calls for the same mailbox wait for each other, so that the count misses none. */
export async function countContados(tx: Tx, cupo: string, since: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cupo ${cupo}`}, 0))`)
  const [counted] = await tx
    .select({ total: count() })
    .from(correos_contados)
    .where(and(eq(correos_contados.cupo, cupo), gt(correos_contados.cuando, since)))
  return counted?.total ?? 0
}

export async function insertContado(tx: Tx, cupo: string, cuando: Date): Promise<void> {
  await tx.insert(correos_contados).values({ cupo, cuando })
}

export async function deleteContados(db: Queryable, before: Date): Promise<void> {
  await db.delete(correos_contados).where(lt(correos_contados.cuando, before))
}

/**
 * Empties the oldest mails that still have their text: those sent before `sent`, and others that ended before
 * `ended`. Skips rows that another process has locked.
 * @returns how many, at most `limit`
 */
export async function emptyOldest(
  db: Queryable,
  { sent, ended, limit }: { sent: Date; ended: Date; limit: number },
): Promise<number> {
  const oldest = db
    .select({ id: correos.id })
    .from(correos)
    .where(
      and(
        ne(correos.html, ''),
        lt(correos.creado, sent),
        or(lt(correos.enviado, sent), and(isNotNull(correos.rechazado), lt(correos.creado, ended))),
      ),
    )
    .orderBy(asc(correos.creado))
    .limit(limit)
    .for('update', { skipLocked: true })
  const { rowCount } = await db
    .update(correos)
    .set({ texto: '', html: '' })
    .where(inArray(correos.id, oldest))
  return rowCount ?? 0
}

/** The oldest mails that ended. @returns how many, at most `limit` */
export async function deleteOldest(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const oldest = db
    .select({ id: correos.id })
    .from(correos)
    .where(and(lt(correos.creado, before), or(isNotNull(correos.enviado), isNotNull(correos.rechazado))))
    .orderBy(asc(correos.creado))
    .limit(limit)
    .for('update', { skipLocked: true })
  const { rowCount } = await db.delete(correos).where(inArray(correos.id, oldest))
  return rowCount ?? 0
}

// For sums in SQL: the columns that other features may read
export const correosSql = sql`(select id, pedido_id, creado, enviado, rechazado, lower(split_part(para, '@', 2)) as dominio from ${correos})`
