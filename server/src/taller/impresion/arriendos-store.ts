// Leases: which agent may print which work, and for how long. All of it in rows, so that any process answers
// any agent.

import { NOMBRES_HOJA } from '@imprimitodo/shared/rules/compra/hoja'
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { FASES_FINALES, type Fase } from '@imprimitodo/shared/rules/taller/impresion'
import { sinCargar } from '@imprimitodo/shared/rules/taller/impresora'
import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { impresiones, impresoras, intento_cerca, intentos } from '../../base/db/schema/impresion.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosIn } from '../../compra/pedidos/service.ts'
import { type ImpresionRow, lockImpresion } from './store.ts'

export type Intento = typeof intentos.$inferSelect

const isOpen = notInArray(intentos.fase, [...FASES_FINALES])

/** States of orders whose money went back: none of their works is printed any more. */
const DESHECHOS: readonly Estado[] = ['cancelado', 'reembolsado']
export const isDeshecho = (estado: Estado | null | undefined): boolean =>
  !!estado && DESHECHOS.includes(estado)

/**
 * Works of the branch that may be tried now, locked: their document is made, they are still wanted, their
 * printer is free, no other agent has them. A lease that ended before the first byte was allowed is free
 * again; one that ended after it stays its agent's for good.
 */
export async function lockTomables(tx: Tx, sucursal_id: number, now: Date): Promise<ImpresionRow[]> {
  const pedidos = pedidosIn(tx)
  // A work whose sheet is in no tray has sent nothing: works on other paper need not wait for a clerk to load it
  const isUnloaded = sql`t.autorizado is null and i.hoja <> ${impresiones.hoja} and (i.hoja, i.mensaje) in (${sql.join(
    NOMBRES_HOJA.map((hoja) => sql`(${hoja}, ${sinCargar(hoja)})`),
    sql`, `,
  )})`
  const isPrinterBusy = sql`exists (select 1 from ${intentos} t join ${impresiones} i on i.id = t.impresion_id
    where i.impresora_id = ${impresiones.impresora_id}
    and t.fase not in ('completo', 'abortado', 'cancelado', 'verificar')
    and (t.arriendo_hasta > ${now} or t.autorizado is not null) and (${isUnloaded}) is not true)`
  // The cover lies on top of the stack: the order's other works wait until the work with the cover is at the
  // printer
  const isBehindItsCover = sql`exists (select 1 from ${impresiones} c
    where c.pedido_id = ${impresiones.pedido_id} and c.impresora_id = ${impresiones.impresora_id}
    and c.id < ${impresiones.id} and c.caratula and c.estado = 'en_cola' and not c.consultar and not c.cancelar)`
  const found = await tx
    .select({ impresion: impresiones })
    .from(impresiones)
    .innerJoin(impresoras, eq(impresoras.id, impresiones.impresora_id))
    .leftJoin(pedidos, eq(pedidos.id, impresiones.pedido_id))
    .where(
      and(
        or(isNull(pedidos.id), notInArray(pedidos.estado, [...DESHECHOS])),
        eq(impresoras.sucursal_id, sucursal_id),
        isNull(impresoras.retirada),
        eq(impresiones.estado, 'en_cola'),
        isNotNull(impresiones.sha256),
        eq(impresiones.consultar, false),
        eq(impresiones.cancelar, false),
        sql`not ${isPrinterBusy}`,
        sql`not ${isBehindItsCover}`,
      ),
    )
    .orderBy(asc(impresiones.id))
    .limit(20)
    .for('update', { of: impresiones, skipLocked: true })
  if (found.length === 0) return []
  // Another agent may have leased and ended one between this query's snapshot and its lock: read again under
  // the lock
  const ids = found.map(({ impresion }) => impresion.id)
  const free = await tx
    .select({ id: impresiones.id })
    .from(impresiones)
    .where(and(inArray(impresiones.id, ids), sql`not ${isPrinterBusy}`))
  // One at a time for each printer: the oldest
  const first = new Map<number, ImpresionRow>()
  for (const { impresion } of found) {
    const isFree = free.some(({ id }) => id === impresion.id)
    if (isFree && !first.has(impresion.impresora_id)) first.set(impresion.impresora_id, impresion)
  }
  return [...first.values()]
}

/** A new attempt; an attempt whose lease ran out is closed, and its fence is void. */
export async function insertIntento(
  tx: Tx,
  of: { impresion_id: number; agente_id: number; now: Date; hasta: Date },
): Promise<Intento> {
  const { impresion_id, agente_id, now, hasta } = of
  await tx
    .update(intentos)
    .set({ fase: 'cancelado', mensaje: 'El agente dejó de dar señales.', actualizado: now })
    .where(and(eq(intentos.impresion_id, impresion_id), isOpen))
  const cerca = sql<number>`nextval(${intento_cerca.seqName}::regclass)`
  return theRow(
    await tx
      .insert(intentos)
      .values({ impresion_id, agente_id, cerca, arriendo_hasta: hasta, creado: now, actualizado: now })
      .returning(),
  )
}

/**
 * The attempt with its work, only if it is this agent's and has this fence. The work is locked first, as by the counter,
 * which takes the work from the agent.
 */
export async function lockIntento(
  tx: Tx,
  of: { intento: number; cerca: number; agente_id: number },
): Promise<{ intento: Intento; impresion: ImpresionRow } | undefined> {
  const which = and(
    eq(intentos.id, of.intento),
    eq(intentos.cerca, of.cerca),
    eq(intentos.agente_id, of.agente_id),
  )
  const [known] = await tx.select({ id: intentos.impresion_id }).from(intentos).where(which)
  const impresion = known && (await lockImpresion(tx, known.id))
  const [intento] = impresion ? await tx.select().from(intentos).where(which).for('update') : []
  return impresion && intento && { intento, impresion }
}

export async function updateIntento(
  tx: Tx,
  id: number,
  values: Partial<typeof intentos.$inferInsert>,
): Promise<void> {
  await tx.update(intentos).set(values).where(eq(intentos.id, id))
}

export async function intentoAbierto(db: Queryable, impresion_id: number): Promise<Intento | undefined> {
  const [found] = await db
    .select()
    .from(intentos)
    .where(and(eq(intentos.impresion_id, impresion_id), isOpen))
  return found
}

/** The agent's own attempts that go on. */
export async function abiertosOf(db: Queryable, agente_id: number) {
  const pedidos = pedidosIn(db)
  const found = await db
    .select({ id: intentos.id, impresion: impresiones, estado: pedidos.estado })
    .from(intentos)
    .innerJoin(impresiones, eq(impresiones.id, intentos.impresion_id))
    .leftJoin(pedidos, eq(pedidos.id, impresiones.pedido_id))
    .where(and(eq(intentos.agente_id, agente_id), isOpen))
  return found.map(({ id, impresion, estado }) => ({
    id,
    impresion,
    sha256: impresion.sha256,
    cancelar: impresion.cancelar || isDeshecho(estado),
  }))
}

/** Closes leases that ran out before the first byte: their works are free again. */
export async function closeVencidos({ db, now: clock }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const now = clock()
  const ended = db
    .select({ id: intentos.id })
    .from(intentos)
    .where(and(isOpen, isNull(intentos.autorizado), lt(intentos.arriendo_hasta, now)))
    .for('update', { skipLocked: true }) // what is in use has its turn the next time
  await db
    .update(intentos)
    .set({ fase: 'cancelado', mensaje: 'El agente dejó de dar señales.', actualizado: now })
    .where(inArray(intentos.id, ended))
}

/**
 * Ends works of refunded orders that waited for paper or for an answer. A work that is at a printer is ended
 * by its agent. A cancellation that may still be taken back ends none: its works are only not handed to a
 * printer meanwhile.
 */
export async function closeDeshechos({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const pedidos = pedidosIn(db)
  const deshechos = db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(inArray(pedidos.estado, [...DESHECHOS]), isNull(pedidos.por_cerrar)))
  const waiting = db
    .select({ id: impresiones.id })
    .from(impresiones)
    .where(
      and(
        inArray(impresiones.estado, ['en_cola', 'verificar', 'detenida']),
        inArray(impresiones.pedido_id, deshechos),
      ),
    )
    .for('update', { skipLocked: true }) // what is in use has its turn the next time
  await db
    .update(impresiones)
    .set({ estado: 'cancelada', terminada: now(), mensaje: 'El pedido se canceló.' })
    .where(inArray(impresiones.id, waiting))
}

export const isFaseFinal = (fase: Fase): boolean => FASES_FINALES.includes(fase)

export async function renewArriendos(
  db: Queryable,
  agente_id: number,
  vivos: { intento: number }[],
  hasta: Date,
): Promise<void> {
  // One at a time: their works, which come first, are not locked
  for (const { intento } of vivos)
    await db
      .update(intentos)
      .set({ arriendo_hasta: hasta })
      .where(and(eq(intentos.agente_id, agente_id), eq(intentos.id, intento), isOpen))
}
