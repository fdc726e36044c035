// What points buy, as the owner keeps it, with a word where a prize is worth too much of what earns it.
import type { catalogoApi, PremioDueno } from '@imprimitodo/shared/api/catalogo'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { formatPercent, toCentavos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { PREMIO_PORCENTAJE_MAX, premioPorcentaje } from '@imprimitodo/shared/rules/premio'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { anotando, type Quien } from '../../gestion/auditoria/service.ts'
import { imagenUrl, needImagen } from '../../vidriera/imagenes/service.ts'
import { insertPremio, listAllPremios, lockPremio, type PremioRow, updatePremio } from './premios-store.ts'

type Having = Pick<Deps, 'db' | 'now'>
type Body<K extends keyof typeof catalogoApi> = Taken<(typeof catalogoApi)[K], 'body'>

export async function premiosDueno(db: Queryable, id?: number): Promise<PremioDueno[]> {
  const [ajustes, rows] = [await readAjustes(db), await listAllPremios(db, id)]
  return rows.map((row) => answer(row, ajustes))
}

const premio = async (tx: Queryable, id: number) => (await premiosDueno(tx, id))[0]
async function needPremio(db: Queryable, id: number): Promise<PremioDueno> {
  const found = await premio(db, id)
  if (!found) throw notFound('Ese premio no existe.')
  return found
}
/** What the owner set, without what follows from it. */
async function facts(tx: Tx, id: number) {
  const found = await premio(tx, id)
  if (!found) return undefined
  const { porcentaje: _, aviso: __, imagen: ___, ...rest } = found
  return rest
}

/** @throws 400 {campo: [..]} */
export function nuevoPremio(
  { db, now }: Having,
  quien: Quien,
  { valor, ...body }: Body<'POST /api/mostrador/premios'>,
): Promise<PremioDueno> {
  return db.transaction(async (tx) => {
    await needImagen(tx, body.imagen_id)
    const id = await anotando(tx, quien, now(), 'premio', null, facts, () =>
      insertPremio(tx, { ...body, valor: valor === null ? null : toCentavos(valor) }),
    )
    return needPremio(tx, id)
  })
}

/** @throws 400 {campo: [..]}, 404 */
export const cambiarPremio = (
  deps: Having,
  quien: Quien,
  id: number,
  { valor, ...body }: Body<'PATCH /api/mostrador/premios/:id'>,
): Promise<PremioDueno> =>
  change(deps, quien, id, async (tx) => {
    await needImagen(tx, body.imagen_id)
    const centavos = valor === undefined ? {} : { valor: valor === null ? null : toCentavos(valor) }
    await updatePremio(tx, id, { ...body, ...centavos })
  })

/** Codes that were bought with it stay good. @throws 404 */
export const retirarPremio = (
  deps: Having,
  quien: Quien,
  id: number,
  retirado: boolean,
): Promise<PremioDueno> =>
  change(deps, quien, id, (tx) => updatePremio(tx, id, { retirado: retirado ? deps.now() : null }))

function change(
  { db, now }: Having,
  quien: Quien,
  id: number,
  make: (tx: Tx) => Promise<void>,
): Promise<PremioDueno> {
  return db.transaction(async (tx) => {
    if (!(await lockPremio(tx, id))) throw notFound('Ese premio no existe.')
    await anotando(tx, quien, now(), 'premio', id, facts, () => make(tx))
    return needPremio(tx, id)
  })
}

/** Sheets are worth what two-sided ones cost without colour: that is what a code of them covers. */
function answer(row: PremioRow, { byn, puntos_por_peso }: AjustesValores): PremioDueno {
  const valor = row.es_codigo_canje ? row.cantidad * byn.dos : row.valor
  const porcentaje = premioPorcentaje(valor, row.puntos_requeridos, puntos_por_peso)
  const isMuch = porcentaje !== null && porcentaje > PREMIO_PORCENTAJE_MAX
  return {
    ...row,
    imagen: row.imagen_id && imagenUrl(row.imagen_id),
    retirado: row.retirado?.toISOString() ?? null,
    valor: valor === null ? null : toPesos(valor),
    porcentaje,
    aviso: isMuch
      ? `Vale el ${formatPercent(porcentaje)} % de lo que hay que gastar para ganarlo: más del ${PREMIO_PORCENTAJE_MAX} %.`
      : null,
  }
}
