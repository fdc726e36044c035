// The shop window as the owner edits it: products, categories, signs. Each change is written down with itself.
import type {
  CartelDueno,
  CategoriaDueno,
  catalogoApi,
  ProductoDueno,
} from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { anotando, type Quien } from '../../gestion/auditoria/service.ts'
import { imagenUrl, needImagen } from '../imagenes/service.ts'
import {
  type CartelRow,
  deleteCartel,
  insertCartel,
  listCarteles,
  listCategorias,
  listFotos,
  listProductos,
  updateCartel,
} from './mostrador-store.ts'
import {
  type Catalogo,
  createCategoria,
  createProducto,
  deleteCategoria,
  type ProductoData,
  setRetirado,
  updateCategoria,
  updateProducto,
} from './service.ts'

type Editing = Pick<Deps, 'db' | 'now'> & { catalogo: Catalogo }
type Body<K extends keyof typeof catalogoApi> = Taken<(typeof catalogoApi)[K], 'body'>

/** The same window, whose change of the thing `id` (null: one that it makes) is written down with itself. */
function written(
  { catalogo, now }: Editing,
  quien: Quien,
  que: 'producto' | 'categoria' | 'cartel',
  id: number | null,
  read: (tx: Tx, id: number) => Promise<({ nombre: string } & Record<string, unknown>) | undefined>,
): { catalogo: Catalogo; now: Deps['now'] } {
  const edit: Catalogo['edit'] = (change) =>
    catalogo.edit((tx) => anotando(tx, quien, now(), que, id, read, () => change(tx)))
  return { catalogo: { ...catalogo, edit }, now }
}

export async function productosDueno(db: Queryable, id?: number): Promise<ProductoDueno[]> {
  const [rows, fotos] = [await listProductos(db, id), await listFotos(db, id)]
  const of = Map.groupBy(fotos, ({ producto_id }) => producto_id)
  return rows.map(({ producto: { importe, retirado, actualizado: _, ...row } }) => ({
    ...row,
    importe: importe === null ? null : toPesos(importe),
    retirado: retirado?.toISOString() ?? null,
    imagenes: (of.get(row.id) ?? []).map(({ imagen_id, es_principal }) => ({
      ...{ imagen_id, es_principal },
      imagen: imagenUrl(imagen_id),
    })),
  }))
}

const producto = async (tx: Queryable, id: number) => (await productosDueno(tx, id))[0]
async function needProducto(db: Queryable, id: number): Promise<ProductoDueno> {
  const found = await producto(db, id)
  if (!found) throw notFound('Ese producto no existe.')
  return found
}

const dataOf = ({ importe, ...data }: Body<'PATCH /api/mostrador/productos/:id'>): Partial<ProductoData> => ({
  ...data,
  ...(importe !== undefined && { importe: importe === null ? null : toCentavos(importe) }),
})

/** @throws 400 {campo: [..]} */
export async function nuevoProducto(
  deps: Editing,
  quien: Quien,
  { importe, ...body }: Body<'POST /api/mostrador/productos'>,
): Promise<ProductoDueno> {
  const data = { ...body, importe: importe === null ? null : toCentavos(importe) }
  const id = await createProducto(written(deps, quien, 'producto', null, producto), data)
  return needProducto(deps.db, id)
}

/** @throws 400 {campo: [..]}, 404 */
export async function cambiarProducto(
  deps: Editing,
  quien: Quien,
  id: number,
  body: Body<'PATCH /api/mostrador/productos/:id'>,
): Promise<ProductoDueno> {
  await updateProducto(written(deps, quien, 'producto', id, producto), id, dataOf(body))
  return needProducto(deps.db, id)
}

/** @throws 404 */
export async function retirarProducto(
  deps: Editing,
  quien: Quien,
  id: number,
  retirado: boolean,
): Promise<ProductoDueno> {
  await setRetirado(written(deps, quien, 'producto', id, producto), id, retirado)
  return needProducto(deps.db, id)
}

export const categoriasDueno = (db: Queryable): Promise<CategoriaDueno[]> => listCategorias(db)
const categoria = async (tx: Queryable, id: number) => (await listCategorias(tx, id))[0]

/** @throws 400 {nombre: [..]} */
export async function nuevaCategoria(
  deps: Editing,
  quien: Quien,
  body: Body<'POST /api/mostrador/categorias'>,
): Promise<CategoriaDueno> {
  const id = await createCategoria(written(deps, quien, 'categoria', null, categoria), body)
  return { ...body, nombre: body.nombre.trim(), id, productos: 0 }
}

/** @throws 400 {nombre: [..]}, 404 */
export async function cambiarCategoria(
  deps: Editing,
  quien: Quien,
  id: number,
  body: Body<'PATCH /api/mostrador/categorias/:id'>,
): Promise<CategoriaDueno> {
  await updateCategoria(written(deps, quien, 'categoria', id, categoria), id, body)
  const found = await categoria(deps.db, id)
  if (!found) throw notFound('Esa categoría no existe.')
  return found
}

/** @throws 404 */
export const borrarCategoria = (deps: Editing, quien: Quien, id: number): Promise<void> =>
  deleteCategoria(written(deps, quien, 'categoria', id, categoria), id)

const cartelAnswer = (row: CartelRow): CartelDueno => ({
  ...row,
  imagen: row.imagen_id && imagenUrl(row.imagen_id),
})
export const cartelesDueno = async (db: Queryable): Promise<CartelDueno[]> =>
  (await listCarteles(db)).map(cartelAnswer)

async function cartel(tx: Queryable, id: number) {
  const [found] = await listCarteles(tx, id)
  return found && { ...cartelAnswer(found), nombre: found.titulo }
}
async function needCartel(db: Queryable, id: number): Promise<CartelDueno> {
  const found = await cartel(db, id)
  if (!found) throw notFound('Ese cartel no existe.')
  const { nombre: _, ...answer } = found
  return answer
}

export async function nuevoCartel(
  deps: Editing,
  quien: Quien,
  body: Body<'POST /api/mostrador/carteles'>,
): Promise<CartelDueno> {
  const id = await written(deps, quien, 'cartel', null, cartel).catalogo.edit(async (tx) => {
    await needImagen(tx, body.imagen_id)
    return insertCartel(tx, body)
  })
  return needCartel(deps.db, id)
}

export async function cambiarCartel(
  deps: Editing,
  quien: Quien,
  id: number,
  body: Body<'PATCH /api/mostrador/carteles/:id'>,
): Promise<CartelDueno> {
  await written(deps, quien, 'cartel', id, cartel).catalogo.edit(async (tx) => {
    await needCartel(tx, id)
    await needImagen(tx, body.imagen_id)
    await updateCartel(tx, id, body)
  })
  return needCartel(deps.db, id)
}

export const borrarCartel = (deps: Editing, quien: Quien, id: number): Promise<void> =>
  written(deps, quien, 'cartel', id, cartel).catalogo.edit(async (tx) => {
    await needCartel(tx, id)
    await deleteCartel(tx, id)
  })
