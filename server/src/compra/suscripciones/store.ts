import type { Suscripcion } from '@imprimitodo/shared/api/push'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
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

/** The person of that order is forgotten. */
export async function deleteSuscripcionesDe(tx: Tx, pedidoId: string): Promise<void> {
  await tx.delete(suscripciones).where(eq(suscripciones.pedido_id, pedidoId))
}

/** The device is gone, for whatever order it asked. */
export async function deleteEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.delete(suscripciones).where(eq(suscripciones.endpoint, endpoint))
}

/** Of orders that reached their end before `before`: nothing more is told of them. */
export async function deleteDeCerrados(db: Queryable, before: Date): Promise<void> {
  const pedidos = pedidosIn(db)
  const over = db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(
      and(
        inArray(pedidos.estado, ['entregado', 'cancelado', 'vencido', 'reembolsado']),
        lt(pedidos.cerrado, before),
      ),
    )
  await db.delete(suscripciones).where(inArray(suscripciones.pedido_id, over))
}

/** One for each device of the order that has none of that mail yet. @returns their ids */
export async function insertAvisos(tx: Tx, pedidoId: string, correoId: number): Promise<number[]> {
  const found = await tx
    .select({ suscripcion_id: suscripciones.id })
    .from(suscripciones)
    .where(eq(suscripciones.pedido_id, pedidoId))
  if (found.length === 0) return []
  const made = await tx
    .insert(avisos_push)
    .values(found.map(({ suscripcion_id }) => ({ suscripcion_id, correo_id: correoId })))
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

/**
 * Whether a mail of the order from before this aviso's, queued after `since` and after the device asked, has not reached
 * the device yet.
 */
export async function isBehind(db: Queryable, avisoId: number, since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${avisos_push} own
    join ${suscripciones} s on s.id = own.suscripcion_id
    join ${correosSql} before on before.pedido_id = s.pedido_id and before.id < own.correo_id
      and before.creado > ${since.toISOString()}::timestamptz and before.creado > s.creada
    left join ${avisos_push} a on a.suscripcion_id = s.id and a.correo_id = before.id
    where own.id = ${avisoId} and a.enviado is null limit 1`)
  return rows.length > 0
}

export async function markAvisoEnviado(db: Queryable, id: number, enviado: Date): Promise<void> {
  await db.update(avisos_push).set({ enviado }).where(eq(avisos_push.id, id))
}
