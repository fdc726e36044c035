// Branches: where they are, when they open, how they are reached.
import type { SucursalDueno, sucursalesApi } from '@imprimitodo/shared/api/dueno'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { digitsOf } from '@imprimitodo/shared/rules/base/contacto'
import { aperturasOf, HORARIO_PROBLEM } from '@imprimitodo/shared/rules/base/horario'
import type { OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { hasHoja } from '@imprimitodo/shared/rules/taller/impresora'
import { whatsappProblem } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes, writeAjustes } from '../ajustes/service.ts'
import { noteCambio, type Quien } from '../auditoria/service.ts'
import {
  insertSucursal,
  isSucursalNombreTaken,
  listSucursales,
  lockSucursales,
  updateSucursalRow,
} from './store.ts'

type Having = Pick<Deps, 'tienda' | 'now'>
type Perfil = Parameters<typeof hasHoja>[1]
type Body<K extends keyof typeof sucursalesApi> = Taken<(typeof sucursalesApi)[K], 'body'>

/** @throws 400 {campo: [..]} */
export function createSucursal(
  { tienda, now }: Having,
  quien: Quien,
  body: Body<'POST /api/mostrador/sucursales'>,
): Promise<SucursalDueno> {
  return tienda.edit(async (tx) => {
    const { hojas = [], ...asked } = await checked(tx, 0, body)
    const row = { ...asked, hojas }
    await needPapel(tx, { antes: [], row, perfilesOf: async () => [] })
    const made = { ...row, id: await insertSucursal(tx, row) }
    await noteCambio(tx, quien, now(), {
      que: 'sucursal',
      clave: made.id,
      nombre: made.nombre,
      despues: made,
    })
    return made
  })
}

/**
 * Absent keys keep their value. `perfilesOf`: the abilities of a branch's printers.
 * @throws 400 {campo: [..]}, 404
 */
export function updateSucursal(
  { tienda, now, perfilesOf }: Having & { perfilesOf: (tx: Tx, sucursalId: number) => Promise<Perfil[]> },
  quien: Quien,
  id: number,
  change: Body<'PATCH /api/mostrador/sucursales/:id'>,
): Promise<SucursalDueno> {
  return tienda.edit(async (tx) => {
    await lockSucursales(tx) // the whole row is written, from what is read here
    const [antes] = await listSucursales(tx, id)
    if (!antes) throw notFound('Esa sucursal no existe.')
    const { id: _, ...row } = await checked(tx, id, { ...antes, ...change })
    await needPapel(tx, { antes: antes.hojas, row, perfilesOf: () => perfilesOf(tx, id) })
    await updateSucursalRow(tx, id, row)
    const despues = { ...row, id }
    const { nombre } = row
    await noteCambio(tx, quien, now(), { que: 'sucursal', clave: id, nombre, antes, despues })
    if (nombre !== antes.nombre) await renamePuntoVenta(tx, now(), antes.nombre, nombre)
    return despues
  })
}

/** Paper can be turned on if it has prices and a printer of the branch takes it. @throws 400 {hojas: [..]} */
async function needPapel(
  tx: Tx,
  {
    antes,
    row: { nombre, hojas },
    perfilesOf,
  }: { antes: OtraHoja[]; row: Pick<SucursalDueno, 'nombre' | 'hojas'>; perfilesOf: () => Promise<Perfil[]> },
): Promise<void> {
  const fresh = hojas.filter((hoja) => !antes.includes(hoja))
  if (fresh.length === 0) return
  const { hojas: precios = {} } = await readAjustes(tx)
  const perfiles = await perfilesOf()
  for (const hoja of fresh) {
    if (!precios[hoja])
      throw refuseField('hojas', `Primero poné los precios de la hoja ${hoja}, en Precios y ajustes.`)
    if (!perfiles.some((perfil) => hasHoja({ hoja }, perfil)))
      throw refuseField('hojas', `Ninguna impresora de ${nombre} dice que tiene hojas ${hoja}.`)
  }
}

/**
 * The settings store points of sale by the branch's name: without this its vouchers would go on in another
 * series.
 */
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
  if (await isSucursalNombreTaken(tx, row.nombre, id))
    throw refuseField('nombre', 'Ya hay una sucursal con ese nombre.')
  const problem = row.whatsapp === null ? null : whatsappProblem(row.whatsapp)
  if (problem) throw refuseField('whatsapp', problem)
  if (row.horario !== null && !aperturasOf(row.horario)) throw refuseField('horario', HORARIO_PROBLEM)
  if ((row.lat === null) !== (row.lng === null))
    throw refuseField(row.lat === null ? 'lat' : 'lng', 'La posición lleva latitud y longitud.')
  return { ...row, whatsapp: row.whatsapp && digitsOf(row.whatsapp) }
}
