import { slugOf } from '@imprimitodo/shared/rules/vidriera/categoria'
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { placeBehind, placeRows } from '../../base/db/orden.ts'
import { theRow } from '../../base/db/row.ts'
import { carteles, categorias, producto_imagenes, productos } from '../../base/db/schema/productos.ts'
import { hasEveryWord } from '../../base/db/search.ts'

export type ProductoRow = typeof productos.$inferSelect
type NewProducto = typeof productos.$inferInsert
type NewCategoria = typeof categorias.$inferInsert
/** A picture of a product; the list is in their order. */
export type FotoDeProducto = { imagen_id: string; es_principal: boolean }

/** Products of a category, or without one: in the window or off it. */
const ofCategoria = (id: number | null) =>
  id === null ? isNull(productos.categoria_id) : eq(productos.categoria_id, id)

/** False where `ids` are not exactly the products of the category that are in the window. */
export const placeProductos = (tx: Tx, categoria_id: number | null, ids: number[]): Promise<boolean> =>
  placeRows(tx, productos, ids, and(ofCategoria(categoria_id), isNull(productos.retirado)))

/** False where `ids` are not exactly those there are. */
export async function placeCategorias(tx: Tx, ids: number[]): Promise<boolean> {
  await tx.execute(sql`lock table ${categorias} in share row exclusive mode`) // as an edit of a category does
  return placeRows(tx, categorias, ids)
}

/** False where `ids` are not exactly those there are. */
export const placeCarteles = (tx: Tx, ids: number[]): Promise<boolean> => placeRows(tx, carteles, ids)

/** The place behind the last one. */
export const lastProducto = (tx: Tx, categoria_id: number | null): Promise<number> =>
  placeBehind(tx, productos, ofCategoria(categoria_id))
export const lastCategoria = (tx: Tx): Promise<number> => placeBehind(tx, categorias)
export const lastCartel = (tx: Tx): Promise<number> => placeBehind(tx, carteles)

const NO_CATEGORIA = 2 ** 31 - 1

/** The window in its order: by category, those without one last; within it the product's own order. */
export function findVidriera(db: Queryable) {
  return db
    .select({ ...getTableColumns(productos), categoria: categorias.nombre })
    .from(productos)
    .leftJoin(categorias, eq(categorias.id, productos.categoria_id))
    .where(isNull(productos.retirado))
    .orderBy(asc(categorias.orden), asc(categorias.id), asc(productos.orden), asc(productos.id))
}

/** Those of these products that are in the window. */
export const findEnVidriera = (db: Queryable, ids: number[]): Promise<ProductoRow[]> =>
  db
    .select()
    .from(productos)
    .where(and(inArray(productos.id, ids), isNull(productos.retirado)))

/** Pictures of the products in the window, each product's in its order. */
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

export async function insertProductoRow(db: Queryable, row: NewProducto): Promise<number> {
  return theRow(await db.insert(productos).values(row).returning({ id: productos.id })).id
}

export async function updateProductoRow(
  db: Queryable,
  id: number,
  change: Partial<NewProducto> & { actualizado: Date },
): Promise<void> {
  await db.update(productos).set(change).where(eq(productos.id, id))
}

export async function replaceFotos(
  db: Queryable,
  producto_id: number,
  fotos: FotoDeProducto[],
): Promise<void> {
  await db.delete(producto_imagenes).where(eq(producto_imagenes.producto_id, producto_id))
  if (fotos.length === 0) return
  await db
    .insert(producto_imagenes)
    .values(fotos.map((foto, posicion) => ({ ...foto, producto_id, posicion })))
}

/** Undefined where the name is taken. */
export async function insertCategoriaRow(tx: Tx, row: NewCategoria): Promise<number | undefined> {
  if (isTaken(await holdCategorias(tx), row.nombre)) return
  const [made] = await tx.insert(categorias).values(row).returning({ id: categorias.id })
  return made?.id
}

/** A category is known by its slug in the window: two that differ by case or hyphens only would be one there. */
const isTaken = (others: readonly { nombre: string }[], nombre: string): boolean =>
  others.some((one) => slugOf(one.nombre) === slugOf(nombre))

/** All of them. Until the transaction ends none is made or changed by another, so that a free name stays free. */
async function holdCategorias(tx: Tx) {
  await tx.execute(sql`lock table ${categorias} in share row exclusive mode`)
  return tx.select().from(categorias)
}

/** False where the name is taken. */
export async function updateCategoriaRow(
  tx: Tx,
  id: number,
  change: Partial<NewCategoria>,
): Promise<boolean> {
  const all = await holdCategorias(tx)
  const found = all.find((one) => one.id === id)
  if (!found) return true
  const others = all.filter((one) => one !== found)
  // An earlier version made names that differ by case only: the rest of such a category can be changed
  if (change.nombre !== undefined && change.nombre !== found.nombre && isTaken(others, change.nombre))
    return false
  if (Object.keys(change).length > 0) await tx.update(categorias).set(change).where(eq(categorias.id, id))
  return true
}

/** Its products stay, without category. */
export async function deleteCategoriaRow(db: Queryable, id: number): Promise<boolean> {
  const gone = await db.delete(categorias).where(eq(categorias.id, id)).returning({ id: categorias.id })
  return gone.length > 0
}

/** Whether it exists; if so, it cannot be deleted until the transaction ends. */
export async function holdCategoria(tx: Tx, id: number): Promise<boolean> {
  const held = await tx
    .select({ id: categorias.id })
    .from(categorias)
    .where(eq(categorias.id, id))
    .for('key share')
  return held.length > 0
}

/** If it exists, it does not change until the transaction ends. */
export async function holdProducto(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: productos.id }).from(productos).where(eq(productos.id, id)).for('no key update')
}

/** Those of `videos` that a product shows, in the window or off it. */
export async function namedVideos(db: Queryable, videos: string[]): Promise<Set<string | null>> {
  if (videos.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ video: productos.video })
    .from(productos)
    .where(inArray(productos.video, videos))
  return new Set(rows.map(({ video }) => video))
}

/** The columns of the owner's order; products without category come last. */
const LUGAR = [
  sql<number>`(${productos.retirado} is not null)::int`,
  ...[categorias.orden, categorias.id].map(
    (column) => sql<number>`coalesce(${column}, ${NO_CATEGORIA}::int)`,
  ),
  sql<number>`${productos.orden}`,
  sql<number>`${productos.id}`,
] as const
export const LUGARES = LUGAR.length

/**
 * In the window's order, products off it last: those with `texto` in their name, behind the place `after`.
 */
export const listProductoRows = (
  db: Queryable,
  { texto, after, limit }: { texto: string; after: number[] | null; limit: number },
) =>
  db
    .select({ ...getTableColumns(productos), lugar: sql<number[]>`array[${sql.join([...LUGAR], sql`, `)}]` })
    .from(productos)
    .leftJoin(categorias, eq(categorias.id, productos.categoria_id))
    .where(
      and(
        texto ? hasEveryWord(productos.nombre, texto) : undefined,
        after ? sql`(${sql.join([...LUGAR], sql`, `)}) > (${valores(after)})` : undefined,
      ),
    )
    .orderBy(...LUGAR)
    .limit(limit)

const valores = (place: number[]) =>
  sql.join(
    place.map((part) => sql`${part}::int`),
    sql`, `,
  )

export const findProductoRow = (db: Queryable, id: number) =>
  db.select().from(productos).where(eq(productos.id, id))

/** Pictures of these products, each product's in its order. */
export const listFotos = (db: Queryable, of: number[]) =>
  db
    .select()
    .from(producto_imagenes)
    .where(inArray(producto_imagenes.producto_id, of))
    .orderBy(asc(producto_imagenes.producto_id), asc(producto_imagenes.posicion))

/** Each with the number of its products in the window. */
export const listCategorias = (db: Queryable, id?: number) =>
  db
    .select({
      id: categorias.id,
      nombre: categorias.nombre,
      orden: categorias.orden,
      // Written out: in a query of one table Drizzle leaves the table's name out, and here that would name
      // the inner table's
      productos:
        sql<number>`(select count(*) from ${productos} where categoria_id = ${sql.raw('categorias.id')} and retirado is null)`.mapWith(
          Number,
        ),
    })
    .from(categorias)
    .where(id === undefined ? undefined : eq(categorias.id, id))
    .orderBy(asc(categorias.orden), asc(categorias.id))

type CartelRow = typeof carteles.$inferSelect

/** All in their order; or the one with that id. */
export const listCartelRows = (db: Queryable, id?: number): Promise<CartelRow[]> =>
  db
    .select()
    .from(carteles)
    .where(id === undefined ? undefined : eq(carteles.id, id))
    .orderBy(asc(carteles.orden), asc(carteles.id))

export async function insertCartelRow(tx: Tx, row: typeof carteles.$inferInsert): Promise<number> {
  return theRow(await tx.insert(carteles).values(row).returning({ id: carteles.id })).id
}

export async function updateCartelRow(tx: Tx, id: number, change: Partial<CartelRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(carteles).set(change).where(eq(carteles.id, id))
}

/** @returns false if there is no such sign. */
export async function deleteCartelRow(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx.delete(carteles).where(eq(carteles.id, id)).returning({ id: carteles.id })
  return gone.length > 0
}

/** Products in the window, with the day on which they last changed. */
export const listInWindow = (db: Queryable): Promise<{ id: number; actualizado: Date }[]> =>
  db
    .select({ id: productos.id, actualizado: productos.actualizado })
    .from(productos)
    .where(isNull(productos.retirado))
    .orderBy(asc(productos.id))

/** Whether there is no product and no sign, in the window or off it. */
export async function isVidrieraEmpty(db: Queryable): Promise<boolean> {
  return (await db.$count(productos)) + (await db.$count(carteles)) === 0
}

/** An existing category is left unchanged. @returns all ids by name */
export async function insertCategoriaRows(tx: Tx, rows: NewCategoria[]): Promise<Map<string, number>> {
  await tx.insert(categorias).values(rows).onConflictDoNothing()
  return new Map((await tx.select().from(categorias)).map(({ nombre, id }) => [nombre, id]))
}

/** With their pictures, each product's first as the main one. */
export async function insertProductoRows(
  tx: Tx,
  goods: (NewProducto & { imagenes: string[] })[],
): Promise<void> {
  const made = await tx
    .insert(productos)
    .values(goods.map(({ imagenes: _, ...row }) => row))
    .returning({ id: productos.id })
  await tx.insert(producto_imagenes).values(
    goods.flatMap(({ imagenes }, index) =>
      imagenes.map((imagen_id, posicion) => ({
        producto_id: made[index]?.id ?? 0,
        imagen_id,
        posicion,
        es_principal: posicion === 0,
      })),
    ),
  )
}

export async function insertCartelRows(tx: Tx, rows: (typeof carteles.$inferInsert)[]): Promise<void> {
  await tx.insert(carteles).values(rows)
}
