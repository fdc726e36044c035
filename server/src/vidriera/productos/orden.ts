// Lists of the shop window in the owner's order: each call sends a whole list.
import type { CartelDueno, CategoriaDueno, OrdenDeCategoria } from '@imprimitodo/shared/api/catalogo'
import { changedStretch, ORDEN_CAMBIO } from '@imprimitodo/shared/rules/base/orden'
import { SIN_CATEGORIA } from '@imprimitodo/shared/rules/vidriera/categoria'
import type { Queryable } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import { listCarteles } from './carteles.ts'
import type { Editing } from './catalogo.ts'
import {
  findVidriera,
  holdCategoria,
  listCategorias,
  placeCarteles,
  placeCategorias,
  placeProductos,
} from './store.ts'

/** Products in the window, by category; categories without products are left out. */
export async function listOrden(db: Queryable): Promise<OrdenDeCategoria[]> {
  const rows = Map.groupBy(await findVidriera(db), ({ categoria_id }) => categoria_id)
  return [...rows].map(([categoria_id, productos]) => ({
    categoria_id,
    nombre: productos[0]?.categoria ?? null,
    productos: productos.map(({ id, nombre }) => ({ id, nombre })),
  }))
}

/** Orders the products of one category, or those without one. @throws 409 if the window has other products now */
export function orderProductos(
  { catalogo, now }: Editing,
  quien: Autor,
  { categoria_id, ids }: { categoria_id: number | null; ids: number[] },
): Promise<OrdenDeCategoria[]> {
  return catalogo.edit(async (tx) => {
    // Locked before its products, as its deletion does
    if (categoria_id !== null && !(await holdCategoria(tx, categoria_id))) throw changed()
    const antes = find(await listOrden(tx), categoria_id)
    if (!(await placeProductos(tx, categoria_id, ids))) throw changed()
    const all = await listOrden(tx)
    const despues = find(all, categoria_id)
    await noteCambio(tx, quien, now(), {
      que: 'categoria',
      clave: categoria_id ?? 0,
      nombre: despues?.nombre ?? SIN_CATEGORIA,
      ...ofNames('orden_productos', nombresOf(antes?.productos), nombresOf(despues?.productos)),
    })
    return all
  })
}

/** @throws 409 if there are other categories now */
export function orderCategorias(
  { catalogo, now }: Editing,
  quien: Autor,
  ids: number[],
): Promise<CategoriaDueno[]> {
  return catalogo.edit(async (tx) => {
    const antes = await listCategorias(tx)
    if (!(await placeCategorias(tx, ids))) throw changed()
    const despues = await listCategorias(tx)
    await noteCambio(tx, quien, now(), {
      que: 'categoria',
      clave: 0,
      nombre: 'Todas',
      ...ofNames('orden', nombresOf(antes), nombresOf(despues)),
    })
    return despues
  })
}

/** @throws 409 if there are other signs now */
export function orderCarteles(
  { catalogo, now }: Editing,
  quien: Autor,
  ids: number[],
): Promise<CartelDueno[]> {
  const titulosOf = (of: CartelDueno[]) => of.map(({ titulo }) => titulo)
  return catalogo.edit(async (tx) => {
    const antes = await listCarteles(tx)
    if (!(await placeCarteles(tx, ids))) throw changed()
    const despues = await listCarteles(tx)
    await noteCambio(tx, quien, now(), {
      que: 'cartel',
      clave: 0,
      nombre: 'Todos',
      ...ofNames('orden', titulosOf(antes), titulosOf(despues)),
    })
    return despues
  })
}

/** The log's text for a change of order. */
function ofNames(name: string, antes: string[], despues: string[]) {
  const { before, after } = changedStretch(antes, despues)
  return { antes: { [name]: before }, despues: { [name]: after } }
}

const changed = () => refuse(409, ORDEN_CAMBIO)
const find = (all: OrdenDeCategoria[], id: number | null) =>
  all.find(({ categoria_id }) => categoria_id === id)
const nombresOf = (of: { nombre: string }[] = []): string[] => of.map(({ nombre }) => nombre)
