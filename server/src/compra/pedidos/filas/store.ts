import { SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { CAJA, ON_ITS_WAY, PAID } from '@imprimitodo/shared/rules/dinero/pago'
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { theRow } from '../../../base/db/row.ts'
import { pagos } from '../../../base/db/schema/pagos.ts'
import { historial, pedidos } from '../../../base/db/schema/pedidos.ts'
import { puntosToGiveSql } from '../../../fidelidad/puntos/service.ts'

export type Pedido = typeof pedidos.$inferSelect
export type NewPedido = typeof pedidos.$inferInsert

/** When the customer expects the order: the new hour if one was told, else the promised one. */
export const horaOf = ({ nueva_hora, prometido }: Pick<Pedido, 'nueva_hora' | 'prometido'>): Date | null =>
  nueva_hora ?? prometido

export async function findPedido(db: Queryable, id: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.id, id))
  return found
}

export const findPedidos = (db: Queryable, ids: string[]): Promise<Pedido[]> =>
  db.select().from(pedidos).where(inArray(pedidos.id, ids))

export async function findByNumero(db: Queryable, numero: number): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.numero, numero))
  return found
}

const LOOK_EVERY_MS = 5 * 60_000

/**
 * Notes that a draft was looked at, so it is not dropped to make room. Written every five minutes at most.
 */
export async function noteLook(db: Queryable, { id, estado, visto }: Pedido, now: Date): Promise<void> {
  if (estado !== 'borrador' || (visto && now.getTime() - visto.getTime() < LOOK_EVERY_MS)) return
  await db.update(pedidos).set({ visto: now }).where(eq(pedidos.id, id))
}

const MOST_OF_CLIENTE = 200

/** Orders of an account without its drafts, newest first. */
export const listPedidosOf = (db: Queryable, cliente_id: number) =>
  db
    .select({
      pedido_id: pedidos.id,
      numero: pedidos.numero,
      estado: pedidos.estado,
      importe_final: pedidos.importe_final,
      confirmado: pedidos.confirmado,
    })
    .from(pedidos)
    .where(and(eq(pedidos.cliente_id, cliente_id), isNotNull(pedidos.numero)))
    .orderBy(desc(pedidos.numero))
    .limit(MOST_OF_CLIENTE)

/** Locked until the transaction ends: every change of an order holds its row. */
export async function lockPedido(tx: Tx, id: string): Promise<Pedido | undefined> {
  const [found] = await tx.select().from(pedidos).where(eq(pedidos.id, id)).for('update')
  return found
}

/**
 * Locks several orders in the order of their ids, without which two transactions would wait for each other. The
 * database sorts them, since it may sort texts otherwise than JavaScript. @returns the ids of those that exist
 */
export async function lockPedidosInOrder(tx: Tx, which: SQL | undefined): Promise<string[]> {
  const found = await tx
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(which)
    .orderBy(asc(pedidos.id))
    .for('update')
  return found.map(({ id }) => id)
}

export async function lockPedidos(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockPedidosInOrder(tx, inArray(pedidos.id, [...ids]))
}

export async function lockByReferencia(tx: Tx, referencia: string): Promise<Pedido | undefined> {
  const [found] = await tx.select().from(pedidos).where(eq(pedidos.referencia, referencia)).for('update')
  return found
}

export async function findByReferencia(db: Queryable, referencia: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.referencia, referencia))
  return found
}

export async function findByCodigoRetiro(db: Queryable, codigo: string): Promise<Pedido | undefined> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.codigo_retiro, codigo))
  return found
}

/** Lets one transaction at a time make the live order of a browser. */
export async function lockCarrito(tx: Tx, carrito: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${carrito}, 0))`)
}

/** The draft or unpaid order of one browser, locked. */
export async function lockLiveOf(tx: Tx, carrito: string): Promise<Pedido | undefined> {
  const [found] = await tx
    .select()
    .from(pedidos)
    .where(and(eq(pedidos.carrito, carrito), inArray(pedidos.estado, ['borrador', 'confirmado'])))
    .for('update')
  return found
}

/** Whether an order of this browser was paid and is still being made or waits to be handed over. */
export async function isPaidOf(tx: Tx, carrito: string): Promise<boolean> {
  const isPaid = sql`${pedidos.estado} in ('pagado', 'en_produccion', 'listo')`
  return (await tx.$count(pedidos, and(eq(pedidos.carrito, carrito), isPaid))) > 0
}

/** The note of the step that cancelled an order because its browser asked for other options. */
export const OTRAS_OPCIONES = 'Cambió las opciones: pidió otro presupuesto.'

/** The id of this browser's live order, or of the one that it paid last. */
export async function findSuccessor(db: Queryable, carrito: string): Promise<string | null> {
  const { id, creado, estado } = pedidos
  // Each as in an index
  for (const states of [sql`('borrador', 'confirmado')`, sql`('pagado', 'en_produccion', 'listo')`]) {
    const [found] = await db
      .select({ id })
      .from(pedidos)
      .where(and(eq(pedidos.carrito, carrito), sql`${estado} in ${states}`))
      .orderBy(desc(creado))
      .limit(1)
    if (found) return found.id
  }
  return null
}

export async function insertPedido(tx: Tx, pedido: NewPedido): Promise<Pedido> {
  return theRow(await tx.insert(pedidos).values(pedido).returning())
}

/** With an e-mail its mailbox is written, too. */
export async function updatePedido(tx: Tx, id: string, change: Partial<NewPedido>): Promise<Pedido> {
  const { email } = change
  const buzon = email ? { buzon: email === SIN_EMAIL ? null : normaliseCorreo(email) } : {}
  const [changed] = await tx
    .update(pedidos)
    .set({ ...buzon, ...change })
    .where(eq(pedidos.id, id))
    .returning()
  return changed as Pedido
}

/** Notes that this payment link ended, unless the order has another one by now. */
export async function markLinkEnded(
  tx: Tx,
  { id, preferencia_id }: { id: string; preferencia_id: string },
  now: Date,
): Promise<void> {
  await tx
    .update(pedidos)
    .set({ preferencia_importe: null, preferencia_vence: now })
    .where(and(eq(pedidos.id, id), eq(pedidos.preferencia_id, preferencia_id)))
}

export async function deletePedido(tx: Tx, id: string): Promise<void> {
  await tx.delete(pedidos).where(eq(pedidos.id, id))
}

export async function nextNumero(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ numero: string }>(sql`select nextval('pedido_numero') as numero`)
  return Number(rows[0]?.numero)
}

export function historialOf(db: Queryable, pedidoId: string) {
  return db.select().from(historial).where(eq(historial.pedido_id, pedidoId)).orderBy(asc(historial.id))
}

type Entrada = {
  pedido_id: string
  estado: Estado
  cuando: Date
  quien: string
  nota: string | null
  desde_sucursal?: number | null
}

/** A row of the history that is a step. */
export type PasoRow = typeof historial.$inferSelect
type NewPaso = Entrada & Pick<PasoRow, 'desde' | 'desde_paso' | 'operador_id'>

/** Adds a note: the order's state stays. */
export async function insertHistorial(tx: Tx, entry: Entrada): Promise<void> {
  await tx.insert(historial).values(entry)
}

/** @returns the id of its row */
export async function insertPaso(tx: Tx, step: NewPaso): Promise<number> {
  return theRow(await tx.insert(historial).values(step).returning({ id: historial.id })).id
}

export async function findPaso(db: Queryable, id: number): Promise<PasoRow | undefined> {
  const [found] = await db.select().from(historial).where(eq(historial.id, id))
  return found
}

/** The order's step that was taken back last: its row, and when. Null: none was. */
export async function lastDeshecho(
  db: Queryable,
  pedidoId: string,
): Promise<{ id: number; deshecho: Date } | null> {
  const [found] = await db
    .select({ id: historial.id, deshecho: historial.deshecho })
    .from(historial)
    .where(and(eq(historial.pedido_id, pedidoId), isNotNull(historial.deshecho)))
    .orderBy(desc(historial.deshecho))
    .limit(1)
  return found?.deshecho ? { id: found.id, deshecho: found.deshecho } : null
}

export async function markDeshecho(tx: Tx, id: number, deshecho: Date): Promise<void> {
  await tx.update(historial).set({ deshecho }).where(eq(historial.id, id))
}

/**
 * Ids of orders promised after `from` that were told no new hour, by promised hour: those in production
 * promised up to `over`, and those not begun promised up to `soon`.
 */
export async function idsOfLate(
  db: Queryable,
  { from, over, soon, limit }: { from: Date; over: Date; soon: Date; limit: number },
): Promise<string[]> {
  const { estado, prometido, nueva_hora } = pedidos
  const found = await db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(
      and(
        gt(prometido, from),
        lte(prometido, soon),
        isNull(nueva_hora),
        or(eq(estado, 'pagado'), and(eq(estado, 'en_produccion'), lte(prometido, over))),
      ),
    )
    .orderBy(asc(prometido))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Unpaid orders, the oldest first. */
export const listUnpaid = (db: Queryable, limit: number) =>
  db
    .select({ id: pedidos.id, confirmado: pedidos.confirmado, vence: pedidos.vence })
    .from(pedidos)
    .where(eq(pedidos.estado, 'confirmado'))
    .orderBy(asc(pedidos.confirmado))
    .limit(limit)

/** Payments of many orders. */
export const pagosOfAll = (db: Queryable, pedidoIds: string[]) =>
  db.select().from(pagos).where(inArray(pagos.pedido_id, pedidoIds))

/** Ids of orders paid without an account and not undone since, with that mailbox in any spelling. */
export async function pagadosSinCuenta(db: Queryable, email: string): Promise<string[]> {
  const isPaid = inArray(pedidos.estado, ['pagado', 'en_produccion', 'listo', 'entregado'])
  const found = await db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(eq(pedidos.buzon, normaliseCorreo(email)), isPaid, isNull(pedidos.cliente_id)))
  return found.map(({ id }) => id)
}

/** Orders of one mailbox count their points one after the other, so that together they do not pass the day's limit. */
export const lockPuntosOfBuzon = async (tx: Tx, buzon: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`puntos ${buzon}`}, 0))`)
}

/** Points for typed amounts that orders of the mailbox keep for its account, and earned in that time. */
export async function tipeadosToGive(
  db: Queryable,
  buzon: string,
  { desde, hasta }: { desde: Date; hasta: Date },
): Promise<number> {
  const { rows } = await db.execute<{ suma: number }>(sql`
    select coalesce(sum(g.tipeados), 0)::float8 as suma from ${puntosToGiveSql} g join ${pedidos} on ${pedidos.id} = g.pedido_id
    where ${pedidos.buzon} = ${buzon} and g.cuando >= ${desde} and g.cuando < ${hasta}`)
  return rows[0]?.suma ?? 0
}

export const pagosOf = (db: Queryable, pedidoId: string) =>
  db.select().from(pagos).where(eq(pagos.pedido_id, pedidoId)).orderBy(asc(pagos.creado), asc(pagos.id))

/**
 * References of orders whose buyer got a link: unpaid ones confirmed before `before`, and those whose link for
 * a rest could be paid after `since`. Those that end before `soon` come first, then those confirmed after `recent`,
 * each group in random order, so that each has its turn however many there are.
 */
export async function waitingReferences(
  db: Queryable,
  {
    before,
    recent,
    since,
    soon,
    restored,
  }: { before: Date; recent: Date; since: Date; soon: Date; restored: Date | null },
  limit: number,
): Promise<string[]> {
  const { estado, confirmado, resta, preferencia_vence } = pedidos
  const isUnpaid = and(eq(estado, 'confirmado'), lt(confirmado, before), mayHaveHadLink(restored))
  const owesRest = and(inArray(estado, [...PAID]), gt(resta, 0), gt(preferencia_vence, since))
  const found = await db
    .select({ referencia: pedidos.referencia })
    .from(pedidos)
    .where(or(isUnpaid, owesRest))
    .orderBy(
      desc(sql`${estado} = 'confirmado' and ${pedidos.vence} < ${soon.toISOString()}`),
      desc(sql`${confirmado} > ${recent.toISOString()}`),
      sql`random()`,
    )
    .limit(limit)
  return found.map(({ referencia }) => referencia)
}

/**
 * Random references of orders that wait no more but whose link could be paid after `since`, perhaps again.
 */
export const closedReferences = (
  db: Queryable,
  { since, restored }: { since: Date; restored: Date | null },
  limit: number,
): Promise<string[]> =>
  randomReferences(db, and(waitsNoMore, gt(linkEnd, since.toISOString()), mayHaveHadLink(restored)), limit)

/**
 * Random references of orders that wait no more, whose link ended between `since` and `before`, and that were
 * not searched since: finds payments never notified because the shop or the provider was down.
 */
export function unsearchedReferences(
  db: Queryable,
  { since, before, restored }: { since: Date; before: Date; restored: Date | null },
  limit: number,
): Promise<string[]> {
  const isEnded = and(gt(linkEnd, since.toISOString()), lte(linkEnd, before.toISOString()))
  const isUnsearched = and(isNull(pedidos.pagos_buscados), mayHaveHadLink(restored))
  return randomReferences(db, and(waitsNoMore, isEnded, isUnsearched), limit)
}

/** Marks orders for which every provider answered after their link had ended for good. */
export async function markSearched(db: Queryable, references: string[], now: Date): Promise<void> {
  if (references.length === 0) return
  const searched = db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(inArray(pedidos.referencia, references))
    .orderBy(asc(pedidos.id)) // as `lockPedidosInOrder`: an UPDATE of many rows takes them in no order
    .for('update')
  await db.update(pedidos).set({ pagos_buscados: now }).where(inArray(pedidos.id, searched))
}

/**
 * Random references of orders that no longer wait for a payment, but have one on its way, begun after `since`, or one
 * that is disputed or that a bank took, begun after `disputed`: each may be decided long after the link ended.
 */
export function undecidedReferences(
  db: Queryable,
  { since, disputed }: { since: Date; disputed: Date },
  limit: number,
): Promise<string[]> {
  const isOnItsWay = and(inArray(pagos.estado, ON_ITS_WAY), gt(pagos.creado, since))
  const isDisputed = and(inArray(pagos.estado, ['in_mediation', 'charged_back']), gt(pagos.creado, disputed))
  const onItsWay = db
    .select({ id: pagos.id })
    .from(pagos)
    .where(and(eq(pagos.pedido_id, pedidos.id), or(isOnItsWay, isDisputed)))
  return randomReferences(db, and(waitsNoMore, exists(onItsWay)), limit)
}

/** Random references of partly paid, expired orders whose files are gone, which can no longer be paid. */
export function strandedReferences(db: Queryable, limit: number): Promise<string[]> {
  const isHeld = and(eq(pagos.estado, 'approved'), lt(pagos.devuelto, pagos.importe))
  const held = db
    .select({ id: pagos.id })
    .from(pagos)
    .where(and(eq(pagos.pedido_id, pedidos.id), isHeld, isNull(pagos.devolucion_pedida)))
  const isStranded = and(eq(pedidos.estado, 'vencido'), isNotNull(pedidos.archivos_borrados))
  return randomReferences(db, and(isStranded, exists(held)), limit)
}

async function randomReferences(db: Queryable, where: SQL | undefined, limit: number): Promise<string[]> {
  const found = await db
    .select({ referencia: pedidos.referencia })
    .from(pedidos)
    .where(where)
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ referencia }) => referencia)
}

const waitsNoMore = notInArray(pedidos.estado, ['borrador', 'confirmado'])
const hadLink = isNotNull(pedidos.preferencia_id)
/** `restored`: the moment that a restore brought back: links made after it are not known here. */
const mayHaveHadLink = (restored: Date | null) =>
  restored ? or(hadLink, lte(pedidos.confirmado, restored)) : hadLink
/** When the last of its links ended, at the latest: that for a rest may end after the time to pay. */
const linkEnd = sql`greatest(${pedidos.vence}, ${pedidos.preferencia_vence})`

/** Orders for other features to join, with the columns that they may read. */
export const pedidosIn = (db: Queryable) =>
  db
    .select({
      id: pedidos.id,
      numero: pedidos.numero,
      estado: pedidos.estado,
      por_cerrar: pedidos.por_cerrar,
      cliente_id: pedidos.cliente_id,
      importe_final: pedidos.importe_final,
      costo_delivery: pedidos.costo_delivery,
      creado: pedidos.creado,
      pagado: pedidos.pagado,
      cerrado: pedidos.cerrado,
    })
    .from(pedidos)
    .as('pedidos_vista')

const urgente = {
  id: pedidos.id,
  numero: pedidos.numero,
  nombre: pedidos.nombre,
  celular: pedidos.celular,
  cliente_id: pedidos.cliente_id,
  sucursal_id: pedidos.sucursal_id,
}
/** A longer list would be of no more use. */
const MANY_URGENT = 500

const ofSucursal = (sucursal_id: number | undefined) =>
  sucursal_id === undefined ? undefined : eq(pedidos.sucursal_id, sucursal_id)

/** `horaOf`, for a query. */
const hora = sql<Date | null>`coalesce(${pedidos.nueva_hora}, ${pedidos.prometido})`.mapWith(
  pedidos.prometido,
)

/** Orders paid, not ready, and expected before `hasta`, of one branch or of all, the earliest first. */
export const listPrometidos = (db: Queryable, hasta: Date, sucursal_id: number | undefined) =>
  db
    .select({ ...urgente, prometido: hora })
    .from(pedidos)
    .where(
      and(
        inArray(pedidos.estado, ['pagado', 'en_produccion']),
        sql`${hora} < ${hasta.toISOString()}::timestamptz`,
        ofSucursal(sucursal_id),
      ),
    )
    .orderBy(asc(hora), asc(pedidos.numero))
    .limit(MANY_URGENT)

/**
 * Unpaid orders whose last payment was refused after `desde`, without a payment that may still pay them: how
 * often they were refused, and when last. The longest ago first.
 */
export const listRechazados = (db: Queryable, desde: Date, sucursal_id: number | undefined) => {
  const rejected = sql`filter (where ${pagos.estado} = 'rejected')`
  const ultimo = sql<Date | null>`max(${pagos.actualizado}) ${rejected}`.mapWith(pagos.actualizado)
  const others = [...ON_ITS_WAY, 'approved', 'in_mediation'] as const
  return db
    .select({ ...urgente, rechazos: sql<number>`(count(*) ${rejected})::int`, ultimo })
    .from(pedidos)
    .innerJoin(pagos, eq(pagos.pedido_id, pedidos.id))
    .where(and(eq(pedidos.estado, 'confirmado'), ofSucursal(sucursal_id)))
    .groupBy(pedidos.id)
    .having(
      and(
        gt(sql`max(${pagos.actualizado}) ${rejected}`, desde.toISOString()),
        sql`not bool_or(${inArray(pagos.estado, [...others])})`,
      ),
    )
    .orderBy(sql`max(${pagos.actualizado}) ${rejected}`)
    .limit(MANY_URGENT)
}

/**
 * Unpaid orders whose customer called for help after `desde`, and no clerk has answered. Oldest call first.
 */
export const listAyudas = (db: Queryable, desde: Date, sucursal_id: number | undefined) =>
  db
    .select({ ...urgente, pidio_ayuda: pedidos.pidio_ayuda })
    .from(pedidos)
    .where(
      and(
        eq(pedidos.estado, 'confirmado'),
        gt(pedidos.pidio_ayuda, desde),
        eq(pedidos.ayuda_atendida, false),
        ofSucursal(sucursal_id),
      ),
    )
    .orderBy(asc(pedidos.pidio_ayuda))
    .limit(MANY_URGENT)

/** Centavos that the counter took for an order and did not give back. */
const enCaja = sql<number>`sum(${pagos.importe} - ${pagos.devuelto})`.mapWith(Number)

/** Expired orders of which the counter still holds money. The longest expired first. */
export const listSenas = (db: Queryable, sucursal_id: number | undefined) =>
  db
    .select({ ...urgente, desde: pedidos.cerrado, centavos: enCaja })
    .from(pedidos)
    .innerJoin(pagos, eq(pagos.pedido_id, pedidos.id))
    .where(
      and(
        pedidos.vencio_con_sena,
        eq(pedidos.estado, 'vencido'),
        eq(pagos.proveedor, CAJA),
        eq(pagos.estado, 'approved'),
        lt(pagos.devuelto, pagos.importe),
        ofSucursal(sucursal_id),
      ),
    )
    .groupBy(pedidos.id)
    .orderBy(asc(pedidos.cerrado))
    .limit(MANY_URGENT)

// For sums in SQL: the columns that other features may read
export const pedidosSql = sql`(select id, numero, estado, sucursal_id, modo_entrega, confirmado, pagado, prometido, listo, cerrado, costo_delivery, importe_final, total_impresion, total_anillado, final_impresion, final_anillado, descuento_hojas, descuento_porcentaje, descuento_codigo, total_otros, final_otros, descuento_mano, preferencia_id from ${pedidos})`
export const historialSql = sql`(select pedido_id, estado, cuando from ${historial} where deshecho is null)`
/** When an order left a branch for another one. Of moves before migration 0103 it is not known. */
export const mudanzasSql = sql`(select pedido_id, cuando, desde_sucursal from ${historial} where desde_sucursal is not null)`
/**
 * When each order was handed over; steps after that change nothing. Notes have the order's state too. A step says from
 * which state it came, except for older ones, which are the first row of their state.
 */
export const entregasSql = sql`(select h.pedido_id, h.cuando from ${historial} h
  where h.estado = 'entregado' and h.deshecho is null and (h.desde is not null or not exists (
    select from ${historial} b where b.pedido_id = h.pedido_id and b.estado = 'entregado' and b.id < h.id)))`

/** Whether it was handed over, and that was not undone. */
export async function wasHandedOver(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${entregasSql} e where e.pedido_id = ${id} limit 1`)
  return rows.length > 0
}
