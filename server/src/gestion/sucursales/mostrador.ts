// Branches: where they are, when they open, how they are reached.
import type { Sucursal, sucursalesApi } from '@imprimitodo/shared/api/dueno'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { digitsOf } from '@imprimitodo/shared/rules/contacto'
import { aperturasOf, HORARIO_PROBLEM } from '@imprimitodo/shared/rules/horario'
import { whatsappProblem } from '@imprimitodo/shared/rules/whatsapp'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { writeAjustes } from '../ajustes/service.ts'
import { anotando, type Quien } from '../auditoria/service.ts'
import { insertSucursal, isNombreTaken, listSucursales, updateSucursal } from './store.ts'

type Having = Pick<Deps, 'tienda' | 'now'>
type Body<K extends keyof typeof sucursalesApi> = Taken<(typeof sucursalesApi)[K], 'body'>

export const sucursalesDueno = ({ db }: Pick<Deps, 'db'>): Promise<Sucursal[]> => listSucursales(db)
const sucursal = async (tx: Tx, id: number) => (await listSucursales(tx, id))[0]

/** @throws 400 {campo: [..]} */
export function nuevaSucursal(
  { tienda, now }: Having,
  quien: Quien,
  body: Body<'POST /api/mostrador/sucursales'>,
): Promise<Sucursal> {
  return tienda.edit(async (tx) => {
    const row = await checked(tx, 0, body)
    const id = await anotando(tx, quien, now(), 'sucursal', null, sucursal, () => insertSucursal(tx, row))
    return { ...row, id }
  })
}

/** @throws 400 {campo: [..]}, 404 */
export function cambiarSucursal(
  { tienda, now }: Having,
  quien: Quien,
  id: number,
  body: Body<'PATCH /api/mostrador/sucursales/:id'>,
): Promise<Sucursal> {
  return tienda.edit(async (tx) => {
    const before = await sucursal(tx, id)
    if (!before) throw notFound('Esa sucursal no existe.')
    const { id: _, ...row } = await checked(tx, id, { ...before, ...body })
    await anotando(tx, quien, now(), 'sucursal', id, sucursal, () => updateSucursal(tx, id, row))
    if (row.nombre !== before.nombre) await renamePuntoVenta(tx, now(), before.nombre, row.nombre)
    return { ...row, id }
  })
}

/** Points of sale stand by the branch's name in the settings: without it vouchers would go on in another series. */
async function renamePuntoVenta(tx: Tx, now: Date, from: string, to: string): Promise<void> {
  await writeAjustes(tx, now, (valores) => {
    const { [from]: punto, ...others } = valores.facturacion.puntos_venta
    if (punto === undefined) return valores
    return { ...valores, facturacion: { ...valores.facturacion, puntos_venta: { ...others, [to]: punto } } }
  })
}

async function checked<Row extends Body<'POST /api/mostrador/sucursales'>>(
  tx: Tx,
  id: number,
  row: Row,
): Promise<Row> {
  if (await isNombreTaken(tx, row.nombre, id))
    throw refuseField('nombre', 'Ya hay una sucursal con ese nombre.')
  const problem = whatsappProblem(row.whatsapp)
  if (problem) throw refuseField('whatsapp', problem)
  if (!aperturasOf(row.horario)) throw refuseField('horario', HORARIO_PROBLEM)
  return { ...row, whatsapp: digitsOf(row.whatsapp) }
}
