import { asc, isNull } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { productos } from '../../base/db/schema/productos.ts'

/** What the shop window shows, with the day it last changed. */
export const listInWindow = (db: Queryable): Promise<{ id: number; actualizado: Date }[]> =>
  db
    .select({ id: productos.id, actualizado: productos.actualizado })
    .from(productos)
    .where(isNull(productos.retirado))
    .orderBy(asc(productos.id))
