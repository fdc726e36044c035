// The shelves of the shop window, as the owner edits them.
import type { CategoriaDueno, catalogoApi } from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { isTakenByVidriera } from '@imprimitodo/shared/rules/vidriera/categoria'
import { productoNombreProblem } from '@imprimitodo/shared/rules/vidriera/producto'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import type { Editing } from './catalogo.ts'
import {
  deleteCategoriaRow,
  insertCategoriaRow,
  lastCategoria,
  listCategorias,
  updateCategoriaRow,
} from './store.ts'

type CategoriaForm = Taken<(typeof catalogoApi)['POST /api/mostrador/categorias'], 'body'>
type CategoriaChange = Taken<(typeof catalogoApi)['PATCH /api/mostrador/categorias/:id'], 'body'>

async function needCategoria(db: Queryable, id: number): Promise<CategoriaDueno> {
  const [found] = await listCategorias(db, id)
  if (!found) throw gone()
  return found
}

/** Without `orden` it becomes the last. @throws 400 {nombre: [..]}, also if the name exists */
export function createCategoria(
  { catalogo, now }: Editing,
  quien: Autor,
  form: CategoriaForm,
): Promise<CategoriaDueno> {
  return catalogo.edit(async (tx) => {
    const nombre = named(form.nombre)
    const id = await insertCategoriaRow(tx, { nombre, orden: form.orden ?? (await lastCategoria(tx)) })
    if (id === undefined) throw taken()
    const made = await needCategoria(tx, id)
    await noteCambio(tx, quien, now(), { que: 'categoria', clave: id, nombre: made.nombre, despues: made })
    return made
  })
}

/** @throws 400 {nombre: [..]}, 404 */
export function updateCategoria(
  { catalogo, now }: Editing,
  quien: Autor,
  id: number,
  { nombre, ...rest }: CategoriaChange,
): Promise<CategoriaDueno> {
  return catalogo.edit(async (tx) => {
    const antes = await needCategoria(tx, id)
    const change = { ...rest, ...(nombre !== undefined && { nombre: named(nombre) }) }
    if (!(await updateCategoriaRow(tx, id, change))) throw taken()
    const despues = await needCategoria(tx, id)
    await noteCambio(tx, quien, now(), {
      que: 'categoria',
      clave: id,
      nombre: despues.nombre,
      antes,
      despues,
    })
    return despues
  })
}

/** Its products stay, without category. @throws 404 */
export function deleteCategoria({ catalogo, now }: Editing, quien: Autor, id: number): Promise<void> {
  return catalogo.edit(async (tx) => {
    const antes = await needCategoria(tx, id)
    if (!(await deleteCategoriaRow(tx, id))) throw gone()
    await noteCambio(tx, quien, now(), { que: 'categoria', clave: id, nombre: antes.nombre, antes })
  })
}

const gone = () => notFound('Esa categoría no existe.')
const taken = () => refuseField('nombre', 'Ya hay una categoría con ese nombre.')

function named(nombre: string): string {
  const problem = productoNombreProblem(nombre)
  if (problem) throw refuseField('nombre', problem)
  if (isTakenByVidriera(nombre.trim()))
    throw refuseField('nombre', 'La vidriera usa ese nombre para otra cosa: elegí otro.')
  return nombre.trim()
}
