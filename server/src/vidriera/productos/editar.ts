import {
  PRODUCTO_IMAGENES_MAX,
  productoImporteProblem,
  productoNombreProblem,
  productoTextoProblem,
  productoVideoProblem,
} from '@imprimitodo/shared/rules/producto'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { knownImagenes } from '../imagenes/service.ts'
import type { Catalogo } from './catalogo.ts'
import {
  deleteCategoriaRow,
  type Foto,
  holdCategoria,
  insertCategoria,
  insertProducto,
  replaceFotos,
  updateCategoriaRow,
  updateProductoRow,
} from './store.ts'

/** What the back office sends of a product. `importe` in centavos; `imagenes` in the order they are shown. */
export type ProductoData = {
  nombre: string
  texto: string | null
  categoria_id: number | null
  importe: number | null
  es_oferta: boolean
  video: string | null
  orden: number
  imagenes: Foto[]
}
export type CategoriaData = { nombre: string; orden: number }

type Editing = Pick<Deps, 'now'> & { catalogo: Catalogo }

/** @returns its id. @throws 400 {campo: [..]} */
export async function createProducto({ catalogo, now }: Editing, data: ProductoData): Promise<number> {
  return catalogo.edit(async (tx) => {
    const { imagenes, ...row } = await checked(tx, data)
    const id = await insertProducto(tx, { ...row, actualizado: now() })
    await replaceFotos(tx, id, imagenes)
    return id
  })
}

/** Keys left out keep their value. @throws 400 {campo: [..]}, 404 */
export async function updateProducto(
  { catalogo, now }: Editing,
  id: number,
  change: Partial<ProductoData>,
): Promise<void> {
  await catalogo.edit(async (tx) => {
    const { imagenes, ...row } = await checked(tx, change)
    if (!(await updateProductoRow(tx, id, { ...row, actualizado: now() }))) throw gone()
    if (imagenes) await replaceFotos(tx, id, imagenes)
  })
}

/** Off the window, kept in the books; or back on it. @throws 404 */
export async function setRetirado(
  { catalogo, now }: Editing,
  id: number,
  isRetirado: boolean,
): Promise<void> {
  await catalogo.edit(async (tx) => {
    const change = { retirado: isRetirado ? now() : null, actualizado: now() }
    if (!(await updateProductoRow(tx, id, change))) throw gone()
  })
}

/** @returns its id. @throws 400 {nombre: [..]}, of one that exists too */
export async function createCategoria(
  { catalogo }: Editing,
  { nombre, orden }: CategoriaData,
): Promise<number> {
  return catalogo.edit(async (tx) => {
    const id = await insertCategoria(tx, { nombre: named(nombre), orden })
    if (id === undefined) throw taken()
    return id
  })
}

/** @throws 400 {nombre: [..]}, 404 */
export async function updateCategoria(
  { catalogo }: Editing,
  id: number,
  { nombre, ...rest }: Partial<CategoriaData>,
): Promise<void> {
  await catalogo.edit(async (tx) => {
    const change = { ...rest, ...(nombre !== undefined && { nombre: named(nombre) }) }
    const done = await updateCategoriaRow(tx, id, change)
    if (done === 'taken') throw taken()
    if (done === 'gone') throw notFound('Esa categoría no existe.')
  })
}

/** Its products stay, without category. @throws 404 */
export async function deleteCategoria({ catalogo }: Editing, id: number): Promise<void> {
  await catalogo.edit(async (tx) => {
    if (!(await deleteCategoriaRow(tx, id))) throw notFound('Esa categoría no existe.')
  })
}

const gone = () => notFound('Ese producto no existe.')
const taken = () => refuseField('nombre', 'Ya hay una categoría con ese nombre.')

function named(nombre: string): string {
  need('nombre', productoNombreProblem(nombre))
  return nombre.trim()
}

/** Trimmed, and all that it names is there. An empty text is none: the screen has its own words for it. */
async function checked<Data extends Partial<ProductoData>>(tx: Tx, data: Data): Promise<Data> {
  const { nombre, texto, importe, video, categoria_id, imagenes } = data
  if (importe !== undefined) need('importe', productoImporteProblem(importe))
  if (texto) need('texto', productoTextoProblem(texto))
  if (video) need('video', productoVideoProblem(video))
  if (categoria_id && !(await holdCategoria(tx, categoria_id)))
    throw refuseField('categoria_id', 'Esa categoría no existe.')
  if (imagenes) await checkFotos(tx, imagenes)
  return {
    ...data,
    ...(nombre !== undefined && { nombre: named(nombre) }),
    ...(texto !== undefined && { texto: texto?.trim() || null }),
    ...(video !== undefined && { video: video || null }),
  }
}

async function checkFotos(tx: Tx, fotos: Foto[]): Promise<void> {
  const ids = fotos.map(({ imagen_id }) => imagen_id)
  if (ids.length > PRODUCTO_IMAGENES_MAX)
    throw refuseField('imagenes', `Son hasta ${PRODUCTO_IMAGENES_MAX} imágenes.`)
  if (new Set(ids).size < ids.length) throw refuseField('imagenes', 'Hay una imagen repetida.')
  if (fotos.filter(({ es_principal }) => es_principal).length > 1)
    throw refuseField('imagenes', 'La imagen principal es una sola.')
  if ((await knownImagenes(tx, ids)).size < ids.length)
    throw refuseField('imagenes', 'Una de las imágenes no existe.')
}

function need(field: string, problem: string | null): void {
  if (problem) throw refuseField(field, problem)
}
