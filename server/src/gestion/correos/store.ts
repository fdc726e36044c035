import { createHash, randomBytes } from 'node:crypto'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
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
  Partial<Pick<Correo, 'documento_id' | 'pedido_id' | 'vale_hasta' | 'esperado'>>

const isWaiting = and(isNull(correos.enviado), isNull(correos.rechazado))

/** No process is handing it over: none began, or its lease ran out. */
const isNotLeased = or(isNull(correos.arriendo), lt(correos.no_antes, sql`clock_timestamp()`))

/** Unsent mails that are not being handed over, nor locked by another transaction. */
const idleOf = (db: Queryable, which: SQL | undefined) =>
  db
    .select({ id: correos.id })
    .from(correos)
    .where(and(which, isWaiting, isNotLeased))
    .for('update', { skipLocked: true })

/** The queue in which its job is. */
export const queueOf = ({ esperado }: Pick<Correo, 'esperado'>) => (esperado ? 'correo_esperado' : 'correo')

/** Its id, or undefined if a mail with that key exists already. */
export async function insertCorreo(tx: Queryable, correo: NewCorreo): Promise<number | undefined> {
  const [made] = await tx.insert(correos).values(correo).onConflictDoNothing().returning({ id: correos.id })
  return made?.id
}

/** Whether there is a mail with that key, sent or not. */
export const isQueued = async (db: Queryable, clave: string): Promise<boolean> =>
  (await db.$count(correos, eq(correos.clave, clave))) > 0

/** `arriendo`: the random word of the caller's lease. */
type Lease = { id: number; arriendo: string }

const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/**
 * Leases an unsent mail to the caller for so many seconds, by the database's clock. Undefined if it is sent, gone,
 * withdrawn, leased to another, or has to wait at `now`.
 */
export async function leaseCorreo(
  tx: Tx,
  { id, arriendo }: Lease,
  { seconds, now }: { seconds: number; now: Date },
): Promise<Correo | undefined> {
  const mayBegin = or(isNotNull(correos.arriendo), isNull(correos.no_antes), lte(correos.no_antes, now))
  const free = idleOf(tx, and(eq(correos.id, id), eq(correos.retirado, false), mayBegin))
  const [leased] = await tx
    .update(correos)
    .set({ arriendo, no_antes: inSeconds(seconds) })
    .where(inArray(correos.id, free))
    .returning()
  return leased
}

const isHeld = ({ id, arriendo }: Lease) => and(eq(correos.id, id), eq(correos.arriendo, arriendo))

/** False if the lease is no longer the caller's, or the mail is gone or withdrawn. */
export async function renewLease(db: Queryable, lease: Lease, seconds: number): Promise<boolean> {
  const { rowCount } = await db
    .update(correos)
    .set({ no_antes: inSeconds(seconds) })
    .where(and(isHeld(lease), eq(correos.retirado, false)))
  return rowCount === 1
}

/** An unsent mail that may still leave, and why it was not leased. One that was withdrawn may, while it is leased. */
export async function findWaiting(
  db: Queryable,
  id: number,
): Promise<Pick<Correo, 'arriendo' | 'no_antes'> | undefined> {
  const [found] = await db
    .select({ arriendo: correos.arriendo, no_antes: correos.no_antes })
    .from(correos)
    .where(
      and(
        eq(correos.id, id),
        isWaiting,
        or(eq(correos.retirado, false), gte(correos.no_antes, sql`clock_timestamp()`)),
      ),
    )
  return found
}

/** Its job was queued again. */
export async function noteReintentado(tx: Tx, id: number, reintentado: Date): Promise<void> {
  await tx.update(correos).set({ reintentado }).where(eq(correos.id, id))
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

const FREE = { arriendo: null, no_antes: null }

/** A server took it. Written even if another process holds the lease by now: no process may send it again. */
export async function markEnviado(db: Queryable, id: number, enviado: Date): Promise<void> {
  await db
    .update(correos)
    .set({ ...FREE, enviado, guardado: null, retirado: false, rechazado: null, motivo: null })
    .where(eq(correos.id, id))
}

/** Ends the caller's lease with its outcome; does nothing if another process has the lease by now. */
export async function endLease(
  db: Queryable,
  lease: Lease,
  outcome: Partial<
    Pick<Correo, 'enviado' | 'guardado' | 'rechazado' | 'motivo' | 'sin_respuesta' | 'no_antes'>
  > = {},
): Promise<void> {
  await db
    .update(correos)
    .set({ ...FREE, ...outcome })
    .where(isHeld(lease))
}

export type CorreoGuardado = Pick<Correo, 'id' | 'clave' | 'pedido_id' | 'creado' | 'esperado'>

/** Mails kept since `since` that are still useful at `now`, in the order in which they were queued. */
export const listGuardados = (db: Queryable, since: Date, now: Date): Promise<CorreoGuardado[]> =>
  db
    .select({
      id: correos.id,
      clave: correos.clave,
      pedido_id: correos.pedido_id,
      creado: correos.creado,
      esperado: correos.esperado,
    })
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

export async function rejectOlderThan(db: Queryable, before: Date, rechazado: Date): Promise<void> {
  const motivo = 'Ningún servidor lo recibió.'
  await db
    .update(correos)
    .set({ rechazado, motivo })
    .where(inArray(correos.id, idleOf(db, lt(correos.creado, before))))
}

/** Waiting mails that were neither queued nor restarted since `before`. */
export async function restartWaitingCorreos(
  tx: Tx,
  before: Date,
  now: Date,
): Promise<Pick<Correo, 'id' | 'esperado'>[]> {
  const isOld = lt(sql`coalesce(${correos.reintentado}, ${correos.creado})`, before)
  return tx
    .update(correos)
    .set({ reintentado: now })
    .where(inArray(correos.id, idleOf(tx, and(isOld, eq(correos.retirado, false)))))
    .returning({ id: correos.id, esperado: correos.esperado })
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

/** Undefined too once it was withdrawn, unless it had left. */
export async function findCorreo(db: Queryable, id: number): Promise<Correo | undefined> {
  const isTrue = or(eq(correos.retirado, false), isNotNull(correos.enviado))
  const [found] = await db
    .select()
    .from(correos)
    .where(and(eq(correos.id, id), isTrue))
  return found
}

export const hasClave = (clave: string): SQL => eq(correos.clave, clave)

/** Mails of an order whose key begins with one of `temas`, which hold no wildcard, and a colon. */
export const hasTema = (pedidoId: string, temas: readonly string[]): SQL | undefined =>
  and(eq(correos.pedido_id, pedidoId), or(...temas.map((tema) => like(correos.clave, `${tema}:%`))))

/**
 * Deletes unsent mails; those that are being handed over are not tried again. @returns these, which `deleteRetirados`
 * deletes if they do not leave
 */
export async function withdrawUnsent(tx: Tx, which: SQL | undefined): Promise<number[]> {
  await tx.delete(correos).where(inArray(correos.id, idleOf(tx, which)))
  const busy = await tx
    .select({ id: correos.id })
    .from(correos)
    .where(and(which, isWaiting))
    .orderBy(asc(correos.id))
    .for('update')
  const ids = busy.map(({ id }) => id)
  await tx.update(correos).set({ retirado: true }).where(inArray(correos.id, ids))
  return ids
}

/** Deletes withdrawn mails that did not leave. @returns those that are still being handed over */
export async function deleteRetirados(db: Queryable, ids: number[]): Promise<number[]> {
  const which = and(inArray(correos.id, ids), eq(correos.retirado, true))
  await db.delete(correos).where(inArray(correos.id, idleOf(db, which)))
  const busy = await db.select({ id: correos.id }).from(correos).where(and(which, isWaiting))
  return busy.map(({ id }) => id)
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
