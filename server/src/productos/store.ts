import { asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { carteles, categorias, producto_imagenes, productos } from '../db/schema.ts'

export type Producto = typeof productos.$inferSelect
export type NewProducto = typeof productos.$inferInsert
export type NewCategoria = typeof categorias.$inferInsert
export type NewCartel = typeof carteles.$inferInsert
/** A picture of a product; their order is the list's. */
export type Foto = { imagen_id: string; es_principal: boolean }

/** The window in its order: by category, those without one last; within it the product's own order. */
export function findVidriera(db: Queryable) {
  return db
    .select({
      id: productos.id,
      nombre: productos.nombre,
      texto: productos.texto,
      categoria: categorias.nombre,
      importe: productos.importe,
      es_oferta: productos.es_oferta,
      video: productos.video,
    })
    .from(productos)
    .leftJoin(categorias, eq(categorias.id, productos.categoria_id))
    .where(isNull(productos.retirado))
    .orderBy(asc(categorias.orden), asc(categorias.id), asc(productos.orden), asc(productos.id))
}

/** Pictures of what is in the window, each product's in its order. */
export function findFotos(db: Queryable) {
  return db
    .select({
      producto_id: producto_imagenes.producto_id,
      imagen_id: producto_imagenes.imagen_id,
      es_principal: producto_imagenes.es_principal,
    })
    .from(producto_imagenes)
    .innerJoin(productos, eq(productos.id, producto_imagenes.producto_id))
    .where(isNull(productos.retirado))
    .orderBy(asc(producto_imagenes.producto_id), asc(producto_imagenes.posicion))
}

export async function insertProductos(db: Queryable, rows: NewProducto[]): Promise<number[]> {
  const made = await db.insert(productos).values(rows).returning({ id: productos.id })
  return made.map(({ id }) => id)
}

/** @returns false where there is none. */
export async function updateProductoRow(
  db: Queryable,
  id: number,
  change: Partial<NewProducto> & { actualizado: Date },
): Promise<boolean> {
  const changed = await db
    .update(productos)
    .set(change)
    .where(eq(productos.id, id))
    .returning({ id: productos.id })
  return changed.length > 0
}

export async function replaceFotos(db: Queryable, producto_id: number, fotos: Foto[]): Promise<void> {
  await db.delete(producto_imagenes).where(eq(producto_imagenes.producto_id, producto_id))
  if (fotos.length === 0) return
  await db
    .insert(producto_imagenes)
    .values(fotos.map((foto, posicion) => ({ ...foto, producto_id, posicion })))
}

export async function insertCategorias(db: Queryable, rows: NewCategoria[]) {
  return db.insert(categorias).values(rows).returning({ id: categorias.id, nombre: categorias.nombre })
}

export async function updateCategoriaRow(
  db: Queryable,
  id: number,
  change: Partial<NewCategoria>,
): Promise<boolean> {
  const changed = await db
    .update(categorias)
    .set(change)
    .where(eq(categorias.id, id))
    .returning({ id: categorias.id })
  return changed.length > 0
}

/** Its products stay, without category. */
export async function deleteCategoriaRow(db: Queryable, id: number): Promise<boolean> {
  const gone = await db.delete(categorias).where(eq(categorias.id, id)).returning({ id: categorias.id })
  return gone.length > 0
}

export async function hasCategoria(db: Queryable, id: number): Promise<boolean> {
  const found = await db
    .select({ id: categorias.id })
    .from(categorias)
    .where(inArray(categorias.id, [id]))
  return found.length > 0
}

export function findCarteles(db: Queryable) {
  return db.select().from(carteles).orderBy(asc(carteles.orden), asc(carteles.id))
}

export async function insertCarteles(db: Queryable, rows: NewCartel[]): Promise<void> {
  await db.insert(carteles).values(rows)
}

export async function hasProductos(db: Queryable): Promise<boolean> {
  return (await db.select({ id: productos.id }).from(productos).limit(1)).length > 0
}
