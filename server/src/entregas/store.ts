import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { sucursales } from '../db/schema/sucursales.ts'

export type Sucursal = typeof sucursales.$inferSelect

/** Compared without case. */
export async function findSucursal(db: Queryable, nombre: string): Promise<Sucursal | undefined> {
  const [found] = await db
    .select()
    .from(sucursales)
    .where(sql`lower(${sucursales.nombre}) = ${nombre.trim().toLowerCase()}`)
  return found
}
