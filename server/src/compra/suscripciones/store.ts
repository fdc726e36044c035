import type { Suscripcion } from '@imprimitodo/shared/api/push'
import { CERRADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { avisos_push, suscripciones } from '../../base/db/schema/suscripciones.ts'
import { correosSql } from '../../gestion/correos/service.ts'
import { pedidosIn } from '../pedidos/service.ts'

export async function insertSuscripcion(
  tx: Tx,
  pedido_id: string,
  { endpoint, keys }: Suscripcion,
  creada: Date,
): Promise<void> {
  await tx
    .insert(suscripciones)
    .values({ pedido_id, endpoint, ...keys, creada })
    .onConflictDoUpdate({
      target: [suscripciones.pedido_id, suscripciones.endpoint],
      set: { p256dh: keys.p256dh, auth: keys.auth },
    })
}

export const countSuscripciones = (db: Queryable, pedidoId: string, but: string): Promise<number> =>
  db.$count(
    suscripciones,
    and(eq(suscripciones.pedido_id, pedidoId), sql`${suscripciones.endpoint} <> ${but}`),
  )

export async function deleteSuscripcion(db: Queryable, pedidoId: string, endpoint: string): Promise<void> {
  await db
    .delete(suscripciones)
    .where(and(eq(suscripciones.pedido_id, pedidoId), eq(suscripciones.endpoint, endpoint)))
}

/** Deletes the devices of an order whose customer is forgotten. */
export async function deleteSuscripcionesOf(tx: Tx, pedidoId: string): Promise<void> {
  await tx.delete(suscripciones).where(eq(suscripciones.pedido_id, pedidoId))
}

/** Deletes a device that is gone, from all orders. */
export async function deleteEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.delete(suscripciones).where(eq(suscripciones.endpoint, endpoint))
}

/** Deletes the devices of orders that ended before `before`. */
export async function deleteDeCerrados(db: Queryable, before: Date): Promise<void> {
  const pedidos = pedidosIn(db)
  const over = db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.estado, CERRADOS), lt(pedidos.cerrado, before)))
  await db.delete(suscripciones).where(inArray(suscripciones.pedido_id, over))
}

/**
 * Makes a notice of the mail for each device of the order that asked before the mail was queued and has no
 * notice of it yet, except devices that a later notice has reached already. @returns their ids
 */
export async function insertAvisos(tx: Tx, pedidoId: string, correoId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select s.id from ${suscripciones} s
    join ${correosSql} c on c.id = ${correoId} and c.creado > s.creada
    where s.pedido_id = ${pedidoId} and not exists (select 1 from ${avisos_push} a
      where a.suscripcion_id = s.id and a.correo_id > c.id and a.enviado is not null)
    for key share of s`) // a device deleted meanwhile would make the insert fail
  if (rows.length === 0) return []
  const made = await tx
    .insert(avisos_push)
    .values(rows.map(({ id }) => ({ suscripcion_id: Number(id), correo_id: correoId })))
    .onConflictDoNothing()
    .returning({ id: avisos_push.id })
  return made.map(({ id }) => id)
}

export async function findAviso(db: Queryable, id: number) {
  const [found] = await db
    .select({ aviso: avisos_push, suscripcion: suscripciones })
    .from(avisos_push)
    .innerJoin(suscripciones, eq(suscripciones.id, avisos_push.suscripcion_id))
    .where(eq(avisos_push.id, id))
  return found
}

/** The turn of a killed process at a device ends after this long; a push service must answer sooner. */
const TURN_MS = 30_000

/** Lets one process at a time send to a device. False where another one is sending. */
export async function takeTurn(db: Queryable, suscripcionId: number, now: Date): Promise<boolean> {
  const isFree = or(isNull(suscripciones.ocupada), lt(suscripciones.ocupada, new Date(+now - TURN_MS)))
  const taken = await db
    .update(suscripciones)
    .set({ ocupada: now })
    .where(and(eq(suscripciones.id, suscripcionId), isFree))
    .returning({ id: suscripciones.id })
  return taken.length > 0
}

/**
 * `taken`: since when the caller has the turn. `ocupada`: now, to go on with another notice; null, to end the
 * turn.
 * @returns false where the caller took too long and another process has the turn
 */
export async function setTurn(
  db: Queryable,
  suscripcionId: number,
  taken: Date,
  ocupada: Date | null,
): Promise<boolean> {
  const own = and(eq(suscripciones.id, suscripcionId), eq(suscripciones.ocupada, taken))
  const kept = await db.update(suscripciones).set({ ocupada }).where(own).returning({ id: suscripciones.id })
  return kept.length > 0
}

/**
 * The order's mails up to `correoId` that the device was not shown yet, oldest first, without those from
 * before it asked. `id`: null where the notice is not made yet.
 */
export async function unsentUpTo(
  db: Queryable,
  suscripcionId: number,
  correoId: number,
): Promise<{ id: number | null; correo_id: number }[]> {
  const { rows } = await db.execute<{
    id: string | null
    correo_id: string
  }>(sql`select a.id, c.id as correo_id
    from ${suscripciones} s
    join ${correosSql} c on c.pedido_id = s.pedido_id and c.id <= ${correoId}
    left join ${avisos_push} a on a.suscripcion_id = s.id and a.correo_id = c.id
    where s.id = ${suscripcionId} and a.enviado is null and (c.creado > s.creada or a.id is not null)
      and not exists (select 1 from ${avisos_push} later
        where later.suscripcion_id = s.id and later.correo_id > c.id and later.enviado is not null)
    order by c.id`)
  return rows.map(({ id, correo_id }) => ({
    id: id === null ? null : Number(id),
    correo_id: Number(correo_id),
  }))
}

/** Deletes notices that did not reach the device before a later one did: they are out of date. */
export async function dropOvertaken(db: Queryable, suscripcionId: number, correoId: number): Promise<void> {
  const { suscripcion_id, correo_id, enviado } = avisos_push
  await db
    .delete(avisos_push)
    .where(and(eq(suscripcion_id, suscripcionId), lt(correo_id, correoId), isNull(enviado)))
}

export async function markAvisoEnviado(db: Queryable, id: number, enviado: Date): Promise<void> {
  await db.update(avisos_push).set({ enviado }).where(eq(avisos_push.id, id))
}
