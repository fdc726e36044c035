import { asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { carteles, categorias, producto_imagenes, productos } from '../../base/db/schema/productos.ts'

/** In the window's order, those off it last; or the one with that id. */
export const listProductos = (db: Queryable, id?: number) =>
  db
    .select({ producto: productos })
    .from(productos)
    .leftJoin(categorias, eq(categorias.id, productos.categoria_id))
    .where(id === undefined ? undefined : eq(productos.id, id))
    .orderBy(
      desc(isNull(productos.retirado)),
      asc(categorias.orden),
      asc(categorias.id),
      asc(productos.orden),
      asc(productos.id),
    )

export const listFotos = (db: Queryable, producto_id?: number) =>
  db
    .select()
    .from(producto_imagenes)
    .where(producto_id === undefined ? undefined : eq(producto_imagenes.producto_id, producto_id))
    .orderBy(asc(producto_imagenes.producto_id), asc(producto_imagenes.posicion))

/** Each with how many of its products are in the window. */
export const listCategorias = (db: Queryable, id?: number) =>
  db
    .select({
      ...{ id: categorias.id, nombre: categorias.nombre, orden: categorias.orden },
      // In words: in a query of one table its columns are written without it, and here they would be the inner table's
      productos:
        sql<number>`(select count(*) from ${productos} where categoria_id = ${sql.raw('categorias.id')} and retirado is null)`.mapWith(
          Number,
        ),
    })
    .from(categorias)
    .where(id === undefined ? undefined : eq(categorias.id, id))
    .orderBy(asc(categorias.orden), asc(categorias.id))

export type CartelRow = typeof carteles.$inferSelect
export const listCarteles = (db: Queryable, id?: number): Promise<CartelRow[]> =>
  db
    .select()
    .from(carteles)
    .where(id === undefined ? undefined : eq(carteles.id, id))
    .orderBy(asc(carteles.orden), asc(carteles.id))

export async function insertCartel(tx: Tx, row: typeof carteles.$inferInsert): Promise<number> {
  const [made] = await tx.insert(carteles).values(row).returning({ id: carteles.id })
  return made?.id ?? 0
}

export async function updateCartel(tx: Tx, id: number, change: Partial<CartelRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(carteles).set(change).where(eq(carteles.id, id))
}

export async function deleteCartel(tx: Tx, id: number): Promise<void> {
  await tx.delete(carteles).where(eq(carteles.id, id))
}
