// Goods, as the owner edits them. Every change is logged in its own transaction.
import type { catalogoApi, ProductoDueno, ProductoForm } from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { toCentavosOrNull, toPesosOrNull } from '@imprimitodo/shared/rules/base/dinero'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { type Oferta, ofertaEdited, ofertaProblem } from '@imprimitodo/shared/rules/vidriera/oferta'
import {
  PRODUCTO_IMAGENES_MAX,
  productoImporteProblem,
  productoNombreProblem,
  productoTextoProblem,
} from '@imprimitodo/shared/rules/vidriera/producto'
import { normaliseVideo, VIDEO_DIRECCION_PROBLEM } from '@imprimitodo/shared/rules/vidriera/video'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import { imagenUrl, knownImagenes } from '../imagenes/service.ts'
import { dropVideo, needVideo, videosBefore } from '../videos/service.ts'
import type { Editing } from './catalogo.ts'
import {
  type FotoDeProducto,
  findProductoRow,
  holdCategoria,
  holdProducto,
  insertProductoRow,
  LUGARES,
  lastProducto,
  listFotos,
  listProductoRows,
  namedVideos,
  type ProductoRow,
  replaceFotos,
  updateProductoRow,
} from './store.ts'

type ProductoChange = Taken<(typeof catalogoApi)['PATCH /api/mostrador/productos/:id'], 'body'>

const PAGE = 50
type Query = Taken<(typeof catalogoApi)['GET /api/mostrador/productos'], 'query'>

/** A page of all products, those off the window last. @throws 400 {cursor: [..]} */
export async function listProductos(db: Queryable, { texto = '', cursor }: Query) {
  const found = await listProductoRows(db, {
    texto: texto.trim(),
    limit: PAGE + 1,
    after: cursor ? placeOf(cursor) : null,
  })
  const page = found.slice(0, PAGE)
  return {
    productos: await viewOf(
      db,
      page.map(({ lugar: _, ...row }) => row),
    ),
    siguiente: found.length > PAGE ? (page.at(-1)?.lugar.join('_') ?? null) : null,
  }
}

/** The place in the list where a page ended, from its `siguiente`. */
function placeOf(cursor: string): number[] {
  const place = cursor.split('_').map(Number)
  if (place.length !== LUGARES || !place.every((part) => Number.isInteger(part) && Math.abs(part) < 2 ** 31))
    throw refuseField('cursor', 'Esa página no existe.')
  return place
}

async function viewOf(db: Queryable, rows: ProductoRow[]): Promise<ProductoDueno[]> {
  const fotos = await listFotos(
    db,
    rows.map(({ id }) => id),
  )
  const of = Map.groupBy(fotos, ({ producto_id }) => producto_id)
  return rows.map(({ importe, precio_anterior, retirado, actualizado: _, ...row }) => ({
    ...row,
    importe: toPesosOrNull(importe),
    precio_anterior: toPesosOrNull(precio_anterior),
    portada: row.portada_id && imagenUrl(row.portada_id),
    retirado: retirado?.toISOString() ?? null,
    imagenes: (of.get(row.id) ?? []).map(({ imagen_id, es_principal }) => ({
      imagen_id,
      es_principal,
      imagen: imagenUrl(imagen_id),
    })),
  }))
}

async function needProducto(db: Queryable, id: number): Promise<ProductoDueno> {
  const [found] = await viewOf(db, await findProductoRow(db, id))
  if (!found) throw notFound('Ese producto no existe.')
  return found
}

/** Without `orden` it becomes the last of its category. @throws 400 {campo: [..]} */
export function createProducto(
  { catalogo, now }: Editing,
  quien: Autor,
  form: ProductoForm,
): Promise<ProductoDueno> {
  return catalogo.edit(async (tx) => {
    const prices = {
      importe: toCentavosOrNull(form.importe),
      precio_anterior: toCentavosOrNull(form.precio_anterior ?? null),
    }
    const { imagenes, ...row } = await checked(tx, { ...form, ...prices })
    checkOferta({ ...row, oferta_hasta: row.oferta_hasta ?? null }, null, now())
    const orden = row.orden ?? (await lastProducto(tx, row.categoria_id))
    const id = await insertProductoRow(tx, { ...row, orden, actualizado: now() })
    await replaceFotos(tx, id, imagenes)
    const made = await needProducto(tx, id)
    await noteCambio(tx, quien, now(), { que: 'producto', clave: id, nombre: made.nombre, despues: made })
    return made
  })
}

/**
 * Absent keys keep their value; moved to another category, it becomes the last one there.
 * @throws 400 {campo: [..]}, 404
 */
export function updateProducto(
  { catalogo, ...deps }: Editing & Pick<Deps, 'files' | 'log'>,
  quien: Autor,
  id: number,
  { importe, precio_anterior, ...change }: ProductoChange,
): Promise<ProductoDueno> {
  const { now } = deps
  return catalogo.edit(async (tx) => {
    const prices = {
      ...(importe !== undefined && { importe: toCentavosOrNull(importe) }),
      ...(precio_anterior !== undefined && { precio_anterior: toCentavosOrNull(precio_anterior) }),
    }
    const { imagenes, ...rest } = await checked(tx, { ...change, ...prices })
    // Locked after the category, as its deletion does: prices and last day are written together, from what
    // was read
    await holdProducto(tx, id)
    const antes = await needProducto(tx, id)
    const before = ofertaOf(antes)
    const oferta = ofertaEdited(before, ofertaSent(before, rest))
    checkOferta(oferta, before, now())
    const { categoria_id = antes.categoria_id } = rest
    const isMoved = categoria_id !== antes.categoria_id && rest.orden === undefined
    const row = { ...rest, ...oferta, ...(isMoved && { orden: await lastProducto(tx, categoria_id) }) }
    const isOther = row.video !== undefined && row.video !== antes.video
    // A new video does not keep the cover of the old one
    if (isOther) row.portada_id ??= null
    await updateProductoRow(tx, id, { ...row, actualizado: now() })
    if (imagenes) await replaceFotos(tx, id, imagenes)
    if (isOther) await dropUnnamed(deps, tx, antes.video)
    const despues = await needProducto(tx, id)
    await noteCambio(tx, quien, now(), { que: 'producto', clave: id, nombre: despues.nombre, antes, despues })
    return despues
  })
}

/** Takes it off the window, kept in the books; or puts it back. @throws 404 */
export function retireProducto(
  { catalogo, now }: Editing,
  quien: Autor,
  id: number,
  isRetirado: boolean,
): Promise<ProductoDueno> {
  return catalogo.edit(async (tx) => {
    const antes = await needProducto(tx, id)
    await updateProductoRow(tx, id, { retirado: isRetirado ? now() : null, actualizado: now() })
    const despues = await needProducto(tx, id)
    await noteCambio(tx, quien, now(), { que: 'producto', clave: id, nombre: despues.nombre, antes, despues })
    return despues
  })
}

/** Deletes an upload that no product shows any more. */
async function dropUnnamed(deps: Pick<Deps, 'files' | 'log'>, tx: Tx, video: string | null): Promise<void> {
  if (video) await dropVideo(deps, tx, video, async () => (await namedVideos(tx, [video])).has(video))
}

/** How long an upload is kept before its form is saved. */
const UNSAVED_MS = 24 * 3600_000

/** Deletes uploads whose form was never saved. */
export async function forgetVideos(deps: Pick<Deps, 'db' | 'files' | 'log' | 'now'>): Promise<void> {
  const before = new Date(deps.now().getTime() - UNSAVED_MS)
  const uploads = await videosBefore(deps.db, before)
  const named = await namedVideos(deps.db, uploads)
  for (const video of uploads)
    if (!named.has(video)) await deps.db.transaction((tx) => dropUnnamed(deps, tx, video))
}

/** `importe` in centavos. Texts are trimmed, and the named rows exist. An empty text becomes null. */
async function checked<Data extends Partial<ProductoForm>>(tx: Tx, data: Data): Promise<Data> {
  const { nombre, texto, importe, categoria_id, imagenes, portada_id } = data
  const video = await checkedVideo(tx, data.video?.trim())
  if (importe !== undefined) need('importe', productoImporteProblem(importe))
  if (texto) need('texto', productoTextoProblem(texto))
  if (portada_id && (await knownImagenes(tx, [portada_id])).size === 0)
    throw refuseField('video', 'La portada del video no existe.')
  if (categoria_id && !(await holdCategoria(tx, categoria_id)))
    throw refuseField('categoria_id', 'Esa categoría no existe.')
  if (imagenes) await checkFotos(tx, imagenes)
  if (nombre !== undefined) need('nombre', productoNombreProblem(nombre))
  return {
    ...data,
    ...(nombre !== undefined && { nombre: nombre.trim() }),
    ...(texto !== undefined && { texto: texto?.trim() || null }),
    ...(data.video !== undefined && { video, ...(!video && { portada_id: null }) }),
  }
}

/** The stored form of the address; null without one. */
async function checkedVideo(tx: Tx, address: string | undefined): Promise<string | null> {
  if (!address) return null
  const video = normaliseVideo(address)
  if (!video) throw refuseField('video', VIDEO_DIRECCION_PROBLEM)
  await needVideo(tx, video)
  return video
}

type OfertaSent = { [Key in keyof Oferta]?: Oferta[Key] | undefined }

/** Absent keys stay as they were. */
const ofertaSent = (
  before: Oferta,
  {
    importe = before.importe,
    es_oferta = before.es_oferta,
    precio_anterior = before.precio_anterior,
    oferta_hasta = before.oferta_hasta,
  }: OfertaSent,
): Oferta => ({ importe, es_oferta, precio_anterior, oferta_hasta })

const ofertaOf = ({ importe, es_oferta, precio_anterior, oferta_hasta }: ProductoDueno): Oferta => ({
  importe: toCentavosOrNull(importe),
  es_oferta,
  precio_anterior: toCentavosOrNull(precio_anterior),
  oferta_hasta,
})

/** Prices in centavos. `antes`: the offer before; null for a new product. */
function checkOferta(oferta: Oferta, antes: Oferta | null, now: Date): void {
  need('precio_anterior', productoImporteProblem(oferta.precio_anterior))
  const problem = ofertaProblem(oferta, antes, dayOf(now))
  if (problem) throw refuseField(problem.campo, problem.mensaje)
}

async function checkFotos(tx: Tx, fotos: FotoDeProducto[]): Promise<void> {
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
