// The rows of accounts, for every feature that knows a customer.
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, like, lte, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { hasEveryWord, hasPart, likePart, telephonesOf } from '../../base/db/search.ts'

export type ClienteRow = typeof clientes.$inferSelect
type NewCliente = Pick<
  ClienteRow,
  'email' | 'nombre' | 'celular' | 'fecha_nacimiento' | 'password_hash' | 'creado'
>

/** The account, locked. `email` in lower case. */
export async function lockByEmail(tx: Tx, email: string): Promise<ClienteRow | undefined> {
  const [found] = await tx.select().from(clientes).where(eq(clientes.email, email)).for('update')
  return found
}

export async function lockCliente(tx: Tx, id: number): Promise<ClienteRow | undefined> {
  const [found] = await tx.select().from(clientes).where(eq(clientes.id, id)).for('update')
  return found
}

export async function findCliente(db: Queryable, id: number): Promise<ClienteRow | undefined> {
  const [found] = await db.select().from(clientes).where(eq(clientes.id, id))
  return found
}

export async function insertCliente(tx: Tx, cliente: NewCliente): Promise<ClienteRow> {
  return theRow(await tx.insert(clientes).values(cliente).returning())
}

export async function updateCliente(
  tx: Tx,
  id: number,
  change: Partial<NewCliente & Pick<ClienteRow, 'activado' | 'dni' | 'email_confirmado' | 'email_pendiente'>>,
): Promise<ClienteRow> {
  const { email_confirmado } = change
  const buzon = email_confirmado ? { buzon: normaliseCorreo(email_confirmado) } : {}
  const [changed] = await tx
    .update(clientes)
    .set({ ...change, ...buzon })
    .where(eq(clientes.id, id))
    .returning()
  return changed as ClienteRow
}

/** Fills in the mailbox of accounts confirmed by an earlier version without it, `limit` at once. */
export async function completeBuzones(db: Queryable, limit: number): Promise<void> {
  const found = await db
    .select({ id: clientes.id, email: clientes.email_confirmado })
    .from(clientes)
    .where(and(isNotNull(clientes.email_confirmado), isNull(clientes.buzon)))
    .limit(limit)
  for (const { id, email } of found)
    await db
      .update(clientes)
      .set({ buzon: normaliseCorreo(email ?? '') })
      .where(and(eq(clientes.id, id), isNull(clientes.buzon)))
}

/** Deletes an account with its sessions and links; its orders stay, without an account. */
export async function deleteCliente(tx: Tx, id: number): Promise<void> {
  await tx.delete(clientes).where(eq(clientes.id, id))
}

const MOST = 30

const filaFields = {
  id: clientes.id,
  nombre: clientes.nombre,
  email: clientes.email,
  celular: clientes.celular,
  creado: clientes.creado,
  activado: clientes.activado,
}
/** An account as staff looks it up. */
export type ClienteHit = Awaited<ReturnType<typeof searchClientes>>[number]

/** Accounts by words of the name, or a part of e-mail or mobile; without text the newest. */
export function searchClientes(db: Queryable, texto: string) {
  return db
    .select(filaFields)
    .from(clientes)
    .where(
      texto
        ? or(
            hasEveryWord(clientes.nombre, texto),
            ilike(clientes.email, likePart(texto)),
            ...telephonesOf(texto, 3).map((digits) => like(clientes.celular, `%${digits}%`)),
          )
        : undefined,
    )
    .orderBy(desc(clientes.id))
    .limit(MOST)
}

/**
 * Active accounts with a confirmed mailbox and all of these words in the name, in any order.
 */
export function findPorNombre(db: Queryable, palabras: readonly string[], most: number) {
  return db
    .select({ id: clientes.id, nombre: clientes.nombre, email: clientes.email, celular: clientes.celular })
    .from(clientes)
    .where(
      and(
        ...palabras.map((palabra) => hasPart(clientes.nombre, palabra)),
        eq(clientes.email_confirmado, clientes.email),
        isNotNull(clientes.activado),
      ),
    )
    .orderBy(asc(clientes.nombre), asc(clientes.id))
    .limit(most)
}

/** Names by id. */
export async function nombresDe(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, nombre } = clientes
  const found = await db.select({ id, nombre }).from(clientes).where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, one.nombre]))
}

/** `email` in lower case. */
export async function findClienteByEmail(db: Queryable, email: string): Promise<ClienteRow | undefined> {
  const [found] = await db.select().from(clientes).where(eq(clientes.email, email))
  return found
}

/**
 * The active account with this confirmed mailbox, however the address is spelled: the one with exactly this
 * address, else the mailbox's oldest one. `email` in lower case.
 */
export async function findConfirmado(db: Queryable, email: string): Promise<ClienteRow | undefined> {
  const buzon = normaliseCorreo(email)
  const isThere = or(eq(clientes.email, email), eq(clientes.buzon, buzon))
  const found = await db
    .select()
    .from(clientes)
    .where(and(isThere, eq(clientes.email_confirmado, clientes.email), isNotNull(clientes.activado)))
    .orderBy(desc(eq(clientes.email, email)), asc(clientes.id))
    .limit(2)
  // The previous version may have changed an address without the mailbox
  return found.find((one) => one.email === email || normaliseCorreo(one.email) === buzon)
}

/**
 * Active accounts with a confirmed address that have this mobile, or this DNI: two at most. Both as they are
 * stored.
 */
export const findPorDato = (
  db: Queryable,
  dato: { celular: string } | { dni: string },
): Promise<ClienteRow[]> =>
  db
    .select()
    .from(clientes)
    .where(
      and(
        'dni' in dato ? eq(clientes.dni, dato.dni) : eq(clientes.celular, dato.celular),
        eq(clientes.email_confirmado, clientes.email),
        isNotNull(clientes.activado),
      ),
    )
    .orderBy(asc(clientes.id))
    .limit(2)

/**
 * Locks the customer's row until the transaction ends, so that only one transaction takes points at a time.
 * Orders and codes may reference the customer meanwhile (a full lock would make them wait). False if there is
 * no such account.
 */
export const holdCliente = async (tx: Tx, id: number): Promise<boolean> =>
  (await holdClientes(tx, [id])).has(id)

/** As `holdCliente`, for several accounts. @returns those that there are */
export async function holdClientes(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const found = await lockClientesInOrder(tx, ids, 'no key update')
  return new Set(found.map(({ id }) => id))
}

/** The same with full locks, so that nothing of them is made meanwhile. */
export async function lockClientes(tx: Tx, ids: readonly number[]): Promise<void> {
  await lockClientesInOrder(tx, ids, 'update')
}

/** By their ids: in another order two transactions that take several would wait for each other. */
const lockClientesInOrder = (tx: Tx, ids: readonly number[], how: 'update' | 'no key update') =>
  tx
    .select({ id: clientes.id })
    .from(clientes)
    .where(inArray(clientes.id, [...ids]))
    .orderBy(asc(clientes.id))
    .for(how)

/** Unconfirmed registrations from before `creado`. */
export async function deleteUnconfirmed(db: Queryable, creado: Date): Promise<void> {
  await db.delete(clientes).where(and(isNull(clientes.activado), lte(clientes.creado, creado)))
}

/** Accounts for other features to join, with the columns that they may read. */
export const clientesIn = (db: Queryable) =>
  db
    .select({ id: clientes.id, nombre: clientes.nombre, email: clientes.email })
    .from(clientes)
    .as('clientes_vista')

// For sums in SQL: the columns that other features may read
export const clientesSql = sql`(select id from ${clientes})`
