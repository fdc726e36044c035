// Orders as the customer's account sees them: the list, repeating one, taking them along, forgetting them.

import type { PedidoPropio, Repetido } from '@imprimitodo/shared/api/clientes'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { A4, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { CERRADOS, isCerrado } from '@imprimitodo/shared/rules/compra/pedido'
import { ON_ITS_WAY } from '@imprimitodo/shared/rules/dinero/pago'
import { and, asc, desc, eq, inArray, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { notFound, Refusal, refuse } from '../../../base/http/errors.ts'
import { NO_SENDER, type Sender } from '../../../base/http/visitor.ts'
import type { Deps, Tienda } from '../../../base/runtime/deps.ts'
import { ganadosSql } from '../../../fidelidad/puntos/service.ts'
import { otrasHojas } from '../../../gestion/ajustes/service.ts'
import { deleteCorreosLike } from '../../../gestion/correos/service.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import { clearNombres, type Linea, lineasOf } from '../../archivos/service.ts'
import type { ArchivoPedido } from '../filas/archivos-data.ts'
import { deleteNotasEquipo } from '../filas/notas-store.ts'
import {
  deletePedido,
  findPedido,
  historialOf,
  horaOf,
  lockPedido,
  lockPedidosInOrder,
  type Pedido,
  pagosOf,
  updatePedido,
} from '../filas/store.ts'
import { TEMAS } from '../mails/correo-vigente.ts'
import { endLink } from '../pasos/enlace.ts'
import { areFirmes, forgetFilesOf, isFirme } from '../pasos/limpieza.ts'
import { movePedido } from '../pasos/move.ts'
import { cotizacionOf, opcionesOf } from '../precio/importes.ts'
import { needPages } from '../subida/piezas.ts'
import { cartOf, savePedido } from '../subida/save.ts'

const PAGE = 20

/** Confirmed in a session of the account, newest first; `cursor` is the number the page before ended with. */
export async function listPropios(db: Queryable, clienteId: number, cursor: number | undefined) {
  const rows = await db
    .select()
    .from(pedidos)
    .where(
      and(
        eq(pedidos.cliente_id, clienteId),
        ne(pedidos.estado, 'borrador'),
        cursor === undefined ? undefined : lt(pedidos.numero, cursor),
      ),
    )
    .orderBy(desc(pedidos.numero))
    .limit(PAGE + 1)
  const shown = await Promise.all(rows.slice(0, PAGE).map((pedido) => propioOf(db, pedido)))
  return { pedidos: shown, siguiente: rows.length > PAGE ? (shown.at(-1)?.numero ?? null) : null }
}

async function propioOf(db: Queryable, pedido: Pedido): Promise<PedidoPropio> {
  const lineas = await lineasOf(db, pedido.id)
  const sucursal = await findSucursal(db, pedido.sucursal_id ?? 0)
  const quoted = cotizacionOf(pedido.id, lineas, pedido.tarifas).archivos
  return {
    pedido_id: pedido.id,
    numero: pedido.numero ?? 0,
    estado: pedido.estado,
    confirmado: (pedido.confirmado ?? pedido.creado).toISOString(),
    importe_final: toPesos(pedido.importe_final),
    costo_delivery: toPesos(pedido.costo_delivery),
    sucursal: sucursal?.nombre ?? '',
    modo_entrega: pedido.modo_entrega ?? 'retiro',
    archivos: quoted.map(({ nombre }) => nombre),
    hojas: quoted.reduce((sum, { hojas, duplicado }) => sum + hojas * duplicado, 0),
    archivos_guardados: isKept(pedido, lineas),
    prometido: horaOf(pedido)?.toISOString() ?? null,
  }
}

const isKept = ({ archivos_borrados }: Pedido, lineas: Linea[]): boolean =>
  !archivos_borrados && lineas.length > 0 && lineas.every(({ contenido }) => !contenido.borrado)

/**
 * Makes a new draft with the same files and options, at today's prices; on A4 where their paper is no longer sold.
 * @throws 404 another customer's order, 409 without files or if they were deleted, 400 too many pages
 */
export async function repeatPedido(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl' | 'tienda'>,
  clienteId: number,
  id: string,
  { sender, carrito }: { sender: Sender; carrito: string | null | undefined },
): Promise<Repetido> {
  const pedido = await findPedido(deps.db, id)
  if (pedido?.cliente_id !== clienteId || pedido.estado === 'borrador')
    throw notFound('No encontramos ese pedido.')
  const lineas = await lineasOf(deps.db, id)
  if (lineas.length === 0)
    throw refuse(409, 'Este pedido no tiene archivos: no hay nada que repetir.', 'faltan_archivos')
  if (!isKept(pedido, lineas)) throw filesGone()
  const asked = lineas.map(({ archivo }) => ({ ...opcionesOf(archivo), subida: null }))
  const { pedidas, cambiadas } = onSoldPaper(await deps.tienda.read(), asked)
  const piezas = lineas.map(({ contenido }) => ({ contenido, received: null }))
  await needPages(deps, pedidas, piezas)
  const uploader = { sender, carrito: cartOf(carrito), cliente_id: clienteId }
  const cotizacion = await savePedido(deps, uploader, pedidas, piezas).catch((error) => {
    throw error instanceof Refusal && 'faltan' in error.body ? filesGone() : error
  })
  return cambiadas.length > 0 ? { ...cotizacion, hojas_cambiadas: cambiadas } : cotizacion
}

/** `cambiadas`: files that go on A4, with the paper that is no longer sold. Files bound together share one paper. */
function onSoldPaper(tienda: Tienda, asked: readonly ArchivoPedido[]) {
  const sold = otrasHojas(tienda)
  const cambiadas: { nombre: string; hoja: OtraHoja }[] = []
  const pedidas = asked.map((pedida) => {
    const { nombre, hoja } = pedida
    if (hoja === A4.nombre || sold[hoja]) return pedida
    cambiadas.push({ nombre, hoja })
    return { ...pedida, hoja: A4.nombre }
  })
  return { pedidas, cambiadas }
}

const filesGone = () =>
  refuse(
    409,
    'Ya no guardamos los archivos de este pedido. Para repetirlo, subilos de nuevo.',
    'faltan_archivos',
  )

/** All that is kept of the account's orders, for the customer to take along. */
export async function exportPropios(db: Queryable, clienteId: number) {
  const rows = await db
    .select()
    .from(pedidos)
    .where(eq(pedidos.cliente_id, clienteId))
    .orderBy(desc(pedidos.creado))
  return Promise.all(
    rows.map(async (pedido) => ({
      pedido_id: pedido.id,
      numero: pedido.numero,
      estado: pedido.estado,
      email: pedido.email,
      celular: pedido.celular,
      nombre: pedido.nombre,
      nota: pedido.nota,
      modo_entrega: pedido.modo_entrega,
      direccion_entrega: pedido.direccion_entrega,
      importe_final: toPesos(pedido.importe_final),
      costo_delivery: toPesos(pedido.costo_delivery),
      creado: pedido.creado,
      confirmado: pedido.confirmado,
      pagado: pedido.pagado,
      archivos: (await lineasOf(db, pedido.id)).map(({ archivo }) => ({
        ...opcionesOf(archivo),
        paginas: archivo.paginas,
      })),
      pagos: (await pagosOf(db, pedido.id)).map(({ id, estado, importe, devuelto, medio, creado }) => ({
        id,
        estado,
        importe: toPesos(importe),
        devuelto: toPesos(devuelto),
        medio,
        creado,
      })),
      historial: (await historialOf(db, pedido.id))
        .filter(({ deshecho }) => !deshecho)
        .map(({ estado, cuando }) => ({ estado, cuando })),
    })),
  )
}

const WAITING = [...ON_ITS_WAY, 'approved']

/** Orders of an account, and orders bought without it that gave it points. */
const arePropios = (clienteId: number): SQL => sql`${pedidos.id} in (
  select p.id from ${pedidos} p where p.cliente_id = ${clienteId}
  union select g.pedido_id from ${ganadosSql} g where g.cliente_id = ${clienteId})`

/**
 * Locks those orders, and returns their ids. Call it before the account is locked: a payment also locks its order
 * first and the account second, and in the other order the two could deadlock.
 */
export const lockPropios = (tx: Tx, clienteId: number): Promise<string[]> =>
  lockPedidosInOrder(tx, arePropios(clienteId))

/** Whether there are no other such orders than these. */
export const areAllPropios = async (tx: Tx, clienteId: number, ids: readonly string[]): Promise<boolean> =>
  (await tx.$count(pedidos, and(arePropios(clienteId), notInArray(pedidos.id, [...ids])))) === 0

/**
 * Part of deleting an account, which is locked with its orders and the accounts of their codes: deletes its drafts,
 * cancels its unpaid orders and detaches the others. Those keep the customer's name and address until they are closed
 * (`anonymiseClosed`), since a paid order still has to reach its owner.
 */
export async function forgetCliente(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  clienteId: number,
): Promise<void> {
  const own = await tx
    .select()
    .from(pedidos)
    .where(eq(pedidos.cliente_id, clienteId))
    .orderBy(asc(pedidos.id))
  for (const pedido of own) {
    if (pedido.estado === 'borrador') {
      await deletePedido(tx, pedido.id)
      continue
    }
    await updatePedido(tx, pedido.id, { cliente_id: null, anonimizar: true })
    if (pedido.estado !== 'confirmado') continue
    const pagos = await pagosOf(tx, pedido.id)
    if (pagos.some(({ estado }) => WAITING.includes(estado))) continue
    await movePedido(tx, deps, pedido, 'cancelado', { quien: 'cliente', nota: 'Eliminó su cuenta.' })
    await endLink(tx, deps, pedido)
  }
}

/**
 * Deletes the personal data and the files of closed orders of deleted accounts; the books stay. `forgetMore` deletes
 * the data that other features keep of an order's person, in the same transaction.
 */
export async function anonymiseClosed(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  forgetMore: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  const due = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(eq(pedidos.anonimizar, true), inArray(pedidos.estado, CERRADOS), areFirmes(deps.now())))
    .limit(200)
  for (const { id } of due) {
    await forgetFilesOf(deps, id)
    await deps.db.transaction(async (tx) => {
      if (await anonymise(tx, deps, id)) await forgetMore(tx, id)
    })
  }
}

/** The beginnings of the keys of all mails to an order's customer. */
const CORREOS = [...TEMAS, 'factura']

/** False, without a change, if the order moved on meanwhile: an expired order that is paid still reaches its owner. */
async function anonymise(tx: Tx, { now }: Pick<Deps, 'now'>, id: string): Promise<boolean> {
  const pedido = await lockPedido(tx, id)
  if (!pedido || !isCerrado(pedido.estado) || !isFirme(pedido, now())) return false
  await updatePedido(tx, id, {
    email: 'cuenta-eliminada@imprimitodo.invalid',
    celular: SIN_CELULAR,
    direccion_entrega: null,
    nombre: null,
    nota: null,
    ...NO_SENDER,
    buzon: null,
    carrito: null,
    anonimizar: false,
  })
  await clearNombres(tx, id)
  await deleteNotasEquipo(tx, id)
  // Only the mails of its vouchers are deleted, since tax law wants the vouchers whole
  for (const tema of CORREOS) await deleteCorreosLike(tx, `${tema}:${id}`)
  return true
}
