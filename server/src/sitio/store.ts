import { asc, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { productos } from '../db/schema/productos.ts'
import { sucursales } from '../db/schema/sucursales.ts'

export type Sucursal = typeof sucursales.$inferSelect

export const listSucursales = (db: Queryable): Promise<Sucursal[]> =>
  db.select().from(sucursales).orderBy(asc(sucursales.id))

/** What the shop window shows, with the day it last changed. */
export const listInWindow = (db: Queryable): Promise<{ id: number; actualizado: Date }[]> =>
  db
    .select({ id: productos.id, actualizado: productos.actualizado })
    .from(productos)
    .where(isNull(productos.retirado))
    .orderBy(asc(productos.id))
