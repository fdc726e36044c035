import { CODIGOS, CODIGOS_DE_TABLA } from '@imprimitodo/shared/rules/fidelidad/codigo'
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
  lt,
  lte,
  min,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { clientesIn } from '../../cuentas/auth/service.ts'

/** The kinds that points buy: sheets and prizes. */
const COMPRADOS = CODIGOS_DE_TABLA.filter((tipo) => CODIGOS[tipo].boughtWithPuntos)
/** The kinds that are exchanged for a thing at the counter. */
const DE_RETIRO = CODIGOS_DE_TABLA.filter((tipo) => CODIGOS[tipo].valor === null)
/** The kinds that belong to a mailbox without an account. */
const DE_CORREO = CODIGOS_DE_TABLA.filter((tipo) => CODIGOS[tipo].belongsTo === 'correo')

export type CodigoRow = typeof codigos.$inferSelect
export type NewCodigo = Omit<typeof codigos.$inferInsert, 'id' | 'codigo'>
type Change = Partial<
  Pick<CodigoRow, 'pedido_id' | 'reservado_hasta' | 'usado' | 'usado_por' | 'vence' | 'anulado'>
>

/** Undefined if that code exists. */
export async function insertCodigo(
  tx: Queryable,
  codigo: NewCodigo & { codigo: string },
): Promise<CodigoRow | undefined> {
  const [made] = await tx
    .insert(codigos)
    .values(codigo)
    .onConflictDoNothing({ target: codigos.codigo })
    .returning()
  return made
}

/** The stored `codigo`. `email`: the present one of its owner, null where it has none. */
export async function findCodigo(db: Queryable, codigo: string) {
  const clientes = clientesIn(db)
  const [found] = await db
    .select({ codigo: codigos, email: clientes.email })
    .from(codigos)
    .leftJoin(clientes, eq(clientes.id, codigos.cliente_id))
    .where(eq(codigos.codigo, codigo))
  return found && { codigo: found.codigo, email: found.email ?? found.codigo.email }
}

/** The code for which this account exchanged points for this prize with this key. */
export async function findComprado(
  db: Queryable,
  { cliente_id, premio_id, clave }: { cliente_id: number; premio_id: number; clave: string },
): Promise<CodigoRow | undefined> {
  const own = [eq(codigos.cliente_id, cliente_id), eq(codigos.premio_id, premio_id), eq(codigos.clave, clave)]
  const [found] = await db
    .select()
    .from(codigos)
    .where(and(...own))
  return found
}

/** The code with that id. @throws if there is none */
export async function getCodigo(db: Queryable, id: number): Promise<CodigoRow> {
  const [found] = await db.select().from(codigos).where(eq(codigos.id, id))
  if (!found) throw new Error(`No code ${id}.`)
  return found
}

/** Every code that an account was ever given, newest first. */
export const allCodigosOf = (db: Queryable, clienteId: number): Promise<CodigoRow[]> =>
  db.select().from(codigos).where(eq(codigos.cliente_id, clienteId)).orderBy(desc(codigos.id))

/** Sheets and prizes of one account, newest first. */
export const canjesOf = (db: Queryable, clienteId: number): Promise<CodigoRow[]> =>
  db
    .select()
    .from(codigos)
    .where(and(eq(codigos.cliente_id, clienteId), inArray(codigos.tipo, COMPRADOS)))
    .orderBy(desc(codigos.id))

/** The codes of an order: reserved, held, or spent by it. Those that end first come first. */
export const codigosOf = (db: Queryable, pedidoId: string, now: Date): Promise<CodigoRow[]> =>
  db.select().from(codigos).where(isOf(pedidoId, now)).orderBy(asc(codigos.vence), asc(codigos.id))

/** Codes whose last order is one of `pedidos`, and those of these ids. */
export type CodigosDe = { pedidos: readonly string[]; ids?: readonly number[] }

const isOne = ({ pedidos, ids = [] }: CodigosDe) =>
  or(inArray(codigos.pedido_id, [...pedidos]), inArray(codigos.id, [...ids]))

/** The accounts that have those codes. */
export async function cuentasOfCodigos(db: Queryable, of: CodigosDe): Promise<number[]> {
  const found = await db.selectDistinct({ id: codigos.cliente_id }).from(codigos).where(isOne(of))
  return found.flatMap(({ id }) => id ?? [])
}

/** Locks them in the order of their ids: in another order two transactions would wait for each other. */
export async function lockCodigosInOrder(tx: Tx, of: CodigosDe): Promise<void> {
  await tx.select({ id: codigos.id }).from(codigos).where(isOne(of)).orderBy(asc(codigos.id)).for('update')
}

/**
 * Every code whose last order is this one, locked in the order of the codes' ids (see lockCodigosInOrder). A code that the
 * order had to let go, and that no other order took, is among them.
 */
export const lockLinked = (tx: Tx, pedidoId: string): Promise<CodigoRow[]> =>
  tx.select().from(codigos).where(eq(codigos.pedido_id, pedidoId)).orderBy(asc(codigos.id)).for('update')

/**
 * The unused codes of sheets and prizes of an account that no order holds, locked in the order of their ids (see
 * lockCodigosInOrder). The newest first.
 */
export async function lockUnused(tx: Tx, clienteId: number, now: Date): Promise<CodigoRow[]> {
  const found = await tx
    .select()
    .from(codigos)
    .where(
      and(
        eq(codigos.cliente_id, clienteId),
        inArray(codigos.tipo, COMPRADOS),
        isNull(codigos.usado),
        isAlive(now),
        isNotHeld(),
      ),
    )
    .orderBy(asc(codigos.id))
    .for('update')
  return found.reverse()
}

/** The code that was bought: this one, or the code whose change it is. */
export async function rootOf(db: Queryable, codigo: CodigoRow): Promise<CodigoRow> {
  if (codigo.origen_id === null) return codigo
  const [origen] = await db.select().from(codigos).where(eq(codigos.id, codigo.origen_id))
  return origen ? rootOf(db, origen) : codigo
}

/** One atomic step: the second caller finds that `where` no longer holds, and changes nothing. */
export async function changeIf(
  db: Queryable,
  id: number,
  where: SQL | undefined,
  change: Change,
): Promise<CodigoRow | undefined> {
  const [changed] = await db
    .update(codigos)
    .set(change)
    .where(and(eq(codigos.id, id), isNull(codigos.usado), where))
    .returning()
  return changed
}

/**
 * Changes the unused codes of an order, without those in `keep`. `reserved`: only codes that the order had reserved and
 * did not hold. The caller has locked the codes by id, since this one statement takes them in no order.
 */
export const changeUnused = (
  tx: Tx,
  pedidoId: string,
  { keep = [], reserved = false }: { keep?: number[]; reserved?: boolean },
  change: Change,
): Promise<CodigoRow[]> =>
  tx
    .update(codigos)
    .set(change)
    .where(
      and(
        eq(codigos.pedido_id, pedidoId),
        isNull(codigos.usado),
        notInArray(codigos.id, keep),
        reserved ? isNotNull(codigos.reservado_hasta) : undefined,
      ),
    )
    .returning()

/**
 * Marks the unit as given back of each prize that was not picked up: of one account, or of all whose code ended.
 * @returns the id of the prize for each unit
 */
export async function freeUnits(
  tx: Tx,
  now: Date,
  { cliente_id }: { cliente_id?: number },
): Promise<number[]> {
  const waiting = tx
    .select({ id: codigos.id })
    .from(codigos)
    .where(
      and(
        cliente_id === undefined ? lte(codigos.vence, now) : eq(codigos.cliente_id, cliente_id),
        isNotNull(codigos.premio_id),
        inArray(codigos.tipo, DE_RETIRO),
        isNull(codigos.usado),
        isNull(codigos.anulado),
        isNull(codigos.unidad_devuelta),
      ),
    )
    .orderBy(asc(codigos.id))
    // For many accounts, rows in use are skipped: they have their turn the next time
    .for('update', cliente_id === undefined ? { skipLocked: true } : {})
  const freed = await tx
    .update(codigos)
    .set({ unidad_devuelta: now })
    .where(inArray(codigos.id, waiting))
    .returning({ premio_id: codigos.premio_id })
  return freed.flatMap(({ premio_id }) => premio_id ?? [])
}

/** The order that spent it forgets it: what it was worth has been given back. */
export async function unlink(tx: Tx, id: number): Promise<void> {
  await tx.update(codigos).set({ pedido_id: null }).where(eq(codigos.id, id))
}

/** The rest of a code when an order spent it, as a code of its own. */
export async function findChangeOf(db: Queryable, id: number): Promise<CodigoRow | undefined> {
  const [found] = await db.select().from(codigos).where(eq(codigos.origen_id, id)).orderBy(asc(codigos.id))
  return found
}

/** Codes that no other transaction has locked: the others have their turn the next time. */
const idleOf = (db: Queryable, which: SQL | undefined) =>
  db.select({ id: codigos.id }).from(codigos).where(which).for('update', { skipLocked: true })

/** Reservations that ended before `before` forget their order. */
export async function forgetReservas(db: Queryable, before: Date): Promise<void> {
  const ended = idleOf(db, and(isNull(codigos.usado), lt(codigos.reservado_hasta, before)))
  await db.update(codigos).set({ pedido_id: null, reservado_hasta: null }).where(inArray(codigos.id, ended))
}

export const isFree = (now: Date) => or(isNull(codigos.pedido_id), lte(codigos.reservado_hasta, now))
/** Neither ended nor void: a code that was voided while the caller waited for its row has a `vence` after its `now`. */
export const isAlive = (now: Date) => and(gt(codigos.vence, now), isNull(codigos.anulado))
/** Used by it, held for it, or reserved for it still. */
export const isOf = (pedidoId: string, now: Date) =>
  and(
    eq(codigos.pedido_id, pedidoId),
    or(isNotNull(codigos.usado), isNull(codigos.reservado_hasta), gt(codigos.reservado_hasta, now)),
  )
export const isReservedBy = (pedidoId: string) =>
  and(eq(codigos.pedido_id, pedidoId), isNotNull(codigos.reservado_hasta))
export const isHeldBy = (pedidoId: string) =>
  and(eq(codigos.pedido_id, pedidoId), isNull(codigos.reservado_hasta))
/** At most reserved. */
export const isNotHeld = () => or(isNull(codigos.pedido_id), isNotNull(codigos.reservado_hasta))

/** Forgets the e-mail of codes that belong to no account and ended before. */
export async function clearEmails(db: Queryable, endedBefore: Date): Promise<void> {
  const isEnded = lt(codigos.vence, endedBefore)
  const ended = idleOf(db, and(inArray(codigos.tipo, DE_CORREO), isNotNull(codigos.email), isEnded))
  await db.update(codigos).set({ email: null }).where(inArray(codigos.id, ended))
}

const isCuponOf = (clienteId: number) => and(eq(codigos.cliente_id, clienteId), eq(codigos.tipo, 'cupon'))

export async function lastCupon(db: Queryable, clienteId: number) {
  const [found] = await db
    .select()
    .from(codigos)
    .where(isCuponOf(clienteId))
    .orderBy(desc(codigos.id))
    .limit(1)
  return found ?? null
}

/** How many an account had, and since when. */
export async function countCupones(
  db: Queryable,
  clienteId: number,
): Promise<{ total: number; desde: Date | null }> {
  const [counted] = await db
    .select({ total: count(), desde: min(codigos.creado) })
    .from(codigos)
    .where(isCuponOf(clienteId))
  return counted ?? { total: 0, desde: null }
}

/** Every account that ever had a coupon, and when its first one was made. */
export function listConCupon(db: Queryable): Promise<{ email: string; desde: Date | null }[]> {
  const clientes = clientesIn(db)
  return db
    .select({ email: clientes.email, desde: min(codigos.creado) })
    .from(codigos)
    .innerJoin(clientes, eq(clientes.id, codigos.cliente_id))
    .where(eq(codigos.tipo, 'cupon'))
    .groupBy(clientes.id, clientes.email)
}

// For sums in SQL: the columns that other features may read
export const codigosSql = sql`(select tipo, pedido_id, usado, usado_por from ${codigos})`
