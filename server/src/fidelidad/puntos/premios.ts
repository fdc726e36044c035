// The owner's list of prizes, with a warning where a prize is worth too much of the purchases that earn it.
import type { PremioDueno, premiosApi } from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { formatPercent, toCentavosOrNull, toPesosOrNull } from '@imprimitodo/shared/rules/base/dinero'
import { changedStretch, ORDEN_CAMBIO } from '@imprimitodo/shared/rules/base/orden'
import { PREMIO_PORCENTAJE_MAX, premioPorcentaje } from '@imprimitodo/shared/rules/fidelidad/premio'
import type { Queryable } from '../../base/db/open.ts'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { imagenUrl, needImagen } from '../../vidriera/imagenes/service.ts'
import {
  insertPremio,
  lastPremio,
  listAllPremios,
  lockPremio,
  type Premio,
  placePremios,
  updatePremioRow,
} from './store.ts'

type Having = Pick<Deps, 'db' | 'now'>
type Body<K extends keyof typeof premiosApi> = Taken<(typeof premiosApi)[K], 'body'>

/** All prizes, those off offer last; or the one with that id. */
export async function listPremiosDueno(db: Queryable, id?: number): Promise<PremioDueno[]> {
  const [ajustes, rows] = [await readAjustes(db), await listAllPremios(db, id)]
  return rows.map((row) => answer(row, ajustes))
}

async function needPremio(db: Queryable, id: number): Promise<PremioDueno> {
  const [found] = await listPremiosDueno(db, id)
  if (!found) throw gone()
  return found
}

const gone = () => notFound('Ese premio no existe.')

/** The fields that the owner set, without computed ones. */
const factsOf = ({ porcentaje: _, aviso: __, imagen: ___, ...facts }: PremioDueno) => facts

/** Without `orden` the new prize is the last. @throws 400 {campo: [..]} */
export function createPremio(
  { db, now }: Having,
  quien: Quien,
  { valor, ...form }: Body<'POST /api/mostrador/premios'>,
): Promise<PremioDueno> {
  return db.transaction(async (tx) => {
    await needImagen(tx, form.imagen_id)
    const orden = form.orden ?? (await lastPremio(tx))
    const id = await insertPremio(tx, { ...form, orden, valor: toCentavosOrNull(valor) })
    const made = await needPremio(tx, id)
    const despues = factsOf(made)
    await noteCambio(tx, quien, now(), { que: 'premio', clave: id, nombre: made.nombre, despues })
    return made
  })
}

/** Keys left out keep their value. @throws 400 {campo: [..]}, 404 */
export const updatePremio = (
  deps: Having,
  quien: Quien,
  id: number,
  { valor, ...change }: Body<'PATCH /api/mostrador/premios/:id'>,
): Promise<PremioDueno> =>
  editPremio(deps, quien, id, {
    ...change,
    ...(valor !== undefined && { valor: toCentavosOrNull(valor) }),
  })

/** Takes a prize off offer; codes bought with it stay valid. @throws 404 */
export const retirePremio = (
  deps: Having,
  quien: Quien,
  id: number,
  isRetirado: boolean,
): Promise<PremioDueno> => editPremio(deps, quien, id, { retirado: isRetirado ? deps.now() : null })

function editPremio(
  { db, now }: Having,
  quien: Quien,
  id: number,
  change: Partial<Premio>,
): Promise<PremioDueno> {
  return db.transaction(async (tx) => {
    if (!(await lockPremio(tx, id))) throw gone()
    const antes = factsOf(await needPremio(tx, id))
    await needImagen(tx, change.imagen_id)
    await updatePremioRow(tx, id, change)
    const after = await needPremio(tx, id)
    const facts = { antes, despues: factsOf(after) }
    await noteCambio(tx, quien, now(), { que: 'premio', clave: id, nombre: after.nombre, ...facts })
    return after
  })
}

/** Orders the prizes on offer. @throws 409 where others are on offer meanwhile */
export function orderPremios({ db, now }: Having, quien: Quien, ids: number[]): Promise<PremioDueno[]> {
  const nombresOf = (all: PremioDueno[]) =>
    all.filter(({ retirado }) => retirado === null).map(({ nombre }) => nombre)
  return db.transaction(async (tx) => {
    const antes = await listPremiosDueno(tx)
    if (!(await placePremios(tx, ids))) throw refuse(409, ORDEN_CAMBIO)
    const despues = await listPremiosDueno(tx)
    const { before, after } = changedStretch(nombresOf(antes), nombresOf(despues))
    await noteCambio(tx, quien, now(), {
      que: 'premio',
      clave: 0,
      nombre: 'Todos',
      antes: { orden: before },
      despues: { orden: after },
    })
    return despues
  })
}

/** Sheets are worth the price of two-sided ones without colour, which a sheets code covers. */
function answer(row: Premio, { byn, puntos_por_peso }: AjustesValores): PremioDueno {
  const valor = row.es_codigo_canje ? byn && row.cantidad * byn.dos : row.valor
  const porcentaje = premioPorcentaje(valor, row.puntos_requeridos, puntos_por_peso)
  const isMuch = porcentaje !== null && porcentaje > PREMIO_PORCENTAJE_MAX
  return {
    ...row,
    imagen: row.imagen_id && imagenUrl(row.imagen_id),
    retirado: row.retirado?.toISOString() ?? null,
    valor: toPesosOrNull(valor),
    porcentaje,
    aviso: isMuch
      ? `Vale el ${formatPercent(porcentaje)} % de lo que hay que gastar para ganarlo: más del ${PREMIO_PORCENTAJE_MAX} %.`
      : null,
  }
}
