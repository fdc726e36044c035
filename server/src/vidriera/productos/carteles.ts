// Signs made to order, as the owner edits them.
import type { CartelDueno, catalogoApi } from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import type { Queryable } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import { imagenUrl, needImagen } from '../imagenes/service.ts'
import type { Editing } from './catalogo.ts'
import { deleteCartelRow, insertCartelRow, lastCartel, listCartelRows, updateCartelRow } from './store.ts'

type CartelForm = Taken<(typeof catalogoApi)['POST /api/mostrador/carteles'], 'body'>
type CartelChange = Taken<(typeof catalogoApi)['PATCH /api/mostrador/carteles/:id'], 'body'>

export async function listCarteles(db: Queryable, id?: number): Promise<CartelDueno[]> {
  const rows = await listCartelRows(db, id)
  return rows.map((row) => ({ ...row, imagen: row.imagen_id && imagenUrl(row.imagen_id) }))
}

async function needCartel(db: Queryable, id: number): Promise<CartelDueno> {
  const [found] = await listCarteles(db, id)
  if (!found) throw gone()
  return found
}

const gone = () => notFound('Ese cartel no existe.')

/** For the log, where other things have their name in `nombre`. */
const factsOf = (cartel: CartelDueno) => ({ ...cartel, nombre: cartel.titulo })

/** Without `orden` it becomes the last. @throws 400 {imagen_id: [..]} */
export function createCartel(
  { catalogo, now }: Editing,
  quien: Autor,
  form: CartelForm,
): Promise<CartelDueno> {
  return catalogo.edit(async (tx) => {
    await needImagen(tx, form.imagen_id)
    const id = await insertCartelRow(tx, { ...form, orden: form.orden ?? (await lastCartel(tx)) })
    const made = await needCartel(tx, id)
    const despues = factsOf(made)
    await noteCambio(tx, quien, now(), { que: 'cartel', clave: id, nombre: made.titulo, despues })
    return made
  })
}

/** @throws 400 {imagen_id: [..]}, 404 */
export function updateCartel(
  { catalogo, now }: Editing,
  quien: Autor,
  id: number,
  change: CartelChange,
): Promise<CartelDueno> {
  return catalogo.edit(async (tx) => {
    const before = await needCartel(tx, id)
    await needImagen(tx, change.imagen_id)
    await updateCartelRow(tx, id, change)
    const after = await needCartel(tx, id)
    const facts = { antes: factsOf(before), despues: factsOf(after) }
    await noteCambio(tx, quien, now(), { que: 'cartel', clave: id, nombre: after.titulo, ...facts })
    return after
  })
}

/** @throws 404 */
export function deleteCartel({ catalogo, now }: Editing, quien: Autor, id: number): Promise<void> {
  return catalogo.edit(async (tx) => {
    const antes = factsOf(await needCartel(tx, id))
    if (!(await deleteCartelRow(tx, id))) throw gone()
    await noteCambio(tx, quien, now(), { que: 'cartel', clave: id, nombre: antes.titulo, antes })
  })
}
