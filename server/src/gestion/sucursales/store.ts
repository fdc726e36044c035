import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'
import type { Sucursal } from '../../base/runtime/deps.ts'

/** All of them; or the one with that id. */
export const listSucursales = (db: Queryable, id?: number): Promise<Sucursal[]> =>
  db
    .select()
    .from(sucursales)
    .where(id === undefined ? undefined : eq(sucursales.id, id))
    .orderBy(asc(sucursales.id))

export async function findSucursal(db: Queryable, id: number): Promise<Sucursal | undefined> {
  const [found] = await db.select().from(sucursales).where(eq(sucursales.id, id))
  return found
}

export async function findSucursalByNombre(db: Queryable, nombre: string): Promise<Sucursal | undefined> {
  const [found] = await db
    .select()
    .from(sucursales)
    .where(eq(sql`lower(${sucursales.nombre})`, nombre.toLowerCase()))
  return found
}

/** Branches, to be joined by other features: the columns that they may read. */
export const sucursalesIn = (db: Queryable) =>
  db.select({ id: sucursales.id, nombre: sucursales.nombre }).from(sucursales).as('sucursales_vista')

/** No branch is added or changed by others until the transaction ends. */
export const lockSucursales = (tx: Tx) =>
  tx.execute(sql`lock table ${sucursales} in share row exclusive mode`)

/**
 * Names compare without case, as customers and calls write them. No other transaction names a branch
 * meanwhile.
 */
export async function isSucursalNombreTaken(tx: Tx, nombre: string, by: number): Promise<boolean> {
  await lockSucursales(tx)
  const found = await tx
    .select({ id: sucursales.id })
    .from(sucursales)
    .where(eq(sql`lower(${sucursales.nombre})`, nombre.toLowerCase()))
  return found.some(({ id }) => id !== by)
}

export async function insertSucursal(tx: Tx, row: typeof sucursales.$inferInsert): Promise<number> {
  return theRow(await tx.insert(sucursales).values(row).returning({ id: sucursales.id })).id
}

/** The branches of a new shop, unless there is one. Several servers may start on one empty database. */
export async function insertFirstSucursales(
  db: Queryable,
  rows: (typeof sucursales.$inferInsert)[],
): Promise<void> {
  if ((await listSucursales(db)).length > 0) return
  await db.insert(sucursales).values(rows).onConflictDoNothing()
}

export async function updateSucursalRow(
  tx: Tx,
  id: number,
  change: Partial<typeof sucursales.$inferInsert>,
): Promise<void> {
  await tx.update(sucursales).set(change).where(eq(sucursales.id, id))
}

// For sums in SQL: the columns that other features may read
export const sucursalesSql = sql`(select id, nombre from ${sucursales})`
