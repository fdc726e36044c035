// Saves a priced draft: of an upload, of a repeated order, or of a quote that the counter gave.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { applyGroups } from '@imprimitodo/shared/rules/compra/grupo'
import { carillasOf } from '@imprimitodo/shared/rules/compra/hojas'
import { partial } from '@imprimitodo/shared/rules/compra/paginas'
import type { Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { isUncharged } from '@imprimitodo/shared/rules/dinero/pago'
import { importeDe } from '@imprimitodo/shared/rules/dinero/venta'
import type { Tx } from '../../../base/db/open.ts'
import { refuse } from '../../../base/http/errors.ts'
import type { Sender } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import {
  type CodigoRow,
  codigosOf,
  lockCodigos,
  moveOver,
  releaseCodigo,
} from '../../../fidelidad/codigos/service.ts'
import { needTarifas, readAjustes } from '../../../gestion/ajustes/service.ts'
import { listSucursales } from '../../../gestion/sucursales/service.ts'
import {
  enqueueExamen,
  insertArchivos,
  insertContenidos,
  lockContenidos,
  setColor,
} from '../../archivos/service.ts'
import { type ArchivoPedido, refuseMissing } from '../filas/archivos-data.ts'
import { insertNotaEquipo, notasEquipoOf } from '../filas/notas-store.ts'
import {
  deletePedido,
  insertPedido,
  isPaidOf,
  lockCarrito,
  lockLiveOf,
  OTRAS_OPCIONES,
  type Pedido,
  pagosOf,
} from '../filas/store.ts'
import { endLink } from '../pasos/enlace.ts'
import { movePedido } from '../pasos/move.ts'
import { needHojas } from '../precio/hojas.ts'
import { colorPendiente, cotizacionOf, importesOf } from '../precio/importes.ts'
import type { PiezaRecibida } from './piezas.ts'

/** The owner of a draft: its sender, the browser's half-made order, and the account of the session. */
export type Uploader = { sender: Sender; carrito: string | null; cliente_id: number | null }
/** A file whose bytes are kept under the id of `contenido`, with a row, unless it was just `received`. */
type Guardada = Pick<PiezaRecibida, 'contenido' | 'received'>

/** Names the browser's half-made order; anything odd counts as none. */
export const cartOf = (text: string | null | undefined): string | null =>
  text && /^[\w-]{8,64}$/.test(text) ? text : null

/** Prices promised before for an order made now. `guardado_hasta`: the draft is kept until then. */
export type Prometida = { tarifas: Tarifas; descuento_porcentaje: number; guardado_hasta?: Date }

/**
 * A draft, and the bytes that were received for it; priced as of now, or as `prometida` says. @throws 409
 * {detail, faltan} where some of them are gone by now
 */
export async function savePedido(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  { sender, carrito, cliente_id }: Uploader,
  pedidas: ArchivoPedido[],
  piezas: Guardada[],
  prometida: Prometida | null = null,
): Promise<Cotizacion> {
  const id = randomBytes(16).toString('base64url')
  const now = deps.now()
  const lineas = applyGroups(pedidas).map(({ subida: _, ...opciones }, index) => {
    const { contenido } = piezas[index] as Guardada // paired one to one
    const paginas = contenido.paginas ?? 0
    const archivo = { ...opciones, paginas, rango: partial({ ...opciones, paginas }) }
    return { archivo: { ...archivo, carillas: carillasOf(archivo) }, contenido }
  })
  return deps.db.transaction(async (tx) => {
    const { codigos, notas } = carrito ? await replaceLive(tx, deps, carrito, cliente_id) : NOTHING
    const ajustes = await readAjustes(tx)
    const { tarifas, descuento_porcentaje, guardado_hasta }: Prometida = prometida ?? {
      tarifas: needTarifas(ajustes),
      descuento_porcentaje: ajustes.descuentoCompra,
    }
    needHojas({ ajustes, sucursales: await listSucursales(tx) }, pedidas)
    const nombres = pedidas.map(({ nombre }) => nombre)
    await saveContenidos(tx, piezas, nombres, { ...sender, creado: now })
    await insertPedido(tx, {
      id,
      carrito,
      ...sender,
      cliente_id,
      tarifas,
      referencia: randomUUID(),
      creado: now,
      tocado: now,
      descuento_porcentaje,
      guardado_hasta,
      ...importesOf(lineas, tarifas, descuento_porcentaje),
    })
    await moveOver(tx, codigos, id, now)
    for (const nota of notas) await insertNotaEquipo(tx, { ...nota, pedido_id: id })
    await insertArchivos(
      tx,
      lineas.map(({ archivo, contenido }, posicion) => ({
        ...archivo,
        posicion,
        pedido_id: id,
        contenido_id: contenido.id,
      })),
    )
    await enqueueExamen(tx, deps, sender, {
      color: lineas.filter((linea) => colorPendiente([linea])).map(({ contenido }) => contenido),
      prueba: lineas.map(({ contenido }) => contenido).filter(({ prueba }) => !prueba),
    })
    // Files are kept last, so that a refused order can still use uploads in parts, and before the commit, so that no
    // order names bytes that do not exist
    for (const { contenido, received } of piezas) await received?.keep(contenido.id)
    const answer = cotizacionOf(id, lineas, tarifas)
    const archivos = answer.archivos.map((archivo, index) => ({
      ...archivo,
      subida: lineas[index]?.contenido.id ?? null,
    }))
    return { ...answer, archivos }
  })
}

/** The things that an order leaves to its successor: its codes, and the notes of staff. */
type Replaced = { codigos: CodigoRow[]; notas: Awaited<ReturnType<typeof notasEquipoOf>> }
const NOTHING: Replaced = { codigos: [], notas: [] }

/**
 * A new quote of the same browser replaces its draft or its unpaid order: the draft goes, the
 * confirmed one is cancelled and its preference ends. A page that stayed open while its order was paid still
 * names the same browser's order. @returns what goes to the new one. @throws 409 once there is a payment.
 */
async function replaceLive(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  carrito: string,
  cliente_id: number | null,
): Promise<Replaced> {
  // Two uploads of one browser at once: the second waits here, then finds the first's order
  await lockCarrito(tx, carrito)
  const live = await lockLiveOf(tx, carrito)
  if (!live && (await isPaidOf(tx, carrito))) throw alreadyPaid()
  if (!live) return NOTHING
  // The new order's account comes before the codes, as everywhere
  await lockCodigos(tx, { pedidos: [live.id] }, cliente_id === null ? [] : [cliente_id])
  const notas = await notasEquipoOf(tx, live.id)
  if (live.estado === 'borrador') {
    const codigos = await takeOver(tx, deps, live.id)
    await deletePedido(tx, live.id)
    return { codigos, notas }
  }
  if (!isUncharged(await pagosOf(tx, live.id))) throw alreadyPaid()
  await endLink(tx, deps, live)
  const codigos = await takeOver(tx, deps, live.id)
  await movePedido(tx, deps, live, 'cancelado', {
    quien: 'cliente',
    nota: OTRAS_OPCIONES,
  })
  const texto = addedText(live)
  const nota = { cuando: deps.now(), quien: 'sistema', operador_id: null }
  return { codigos, notas: texto ? [...notas, { ...nota, texto }] : notas }
}

/** Tells what the counter had added to an order and its successor lacks; null: nothing. */
function addedText({ numero, otros, descuento_mano }: Pedido): string | null {
  const parts = otros.map((linea) => {
    const texto = linea.cantidad === 1 ? linea.texto : `${linea.texto} (${linea.cantidad})`
    return `${texto}, ${formatCentavos(importeDe(linea))}`
  })
  if (descuento_mano > 0) parts.push(`descuento, ${formatCentavos(descuento_mano)}`)
  if (parts.length === 0) return null
  return `Reemplaza al pedido ${numero}, en el que el mostrador había puesto: ${parts.join('; ')}. Acá no están.`
}

const alreadyPaid = () =>
  refuse(409, 'Ese pedido ya tiene un pago. Miralo en su página o empezá uno nuevo.', 'pedido_pagado')

/** Frees the codes that an order still has for its successor, and returns them. */
async function takeOver(tx: Tx, deps: Pick<Deps, 'jobs' | 'now'>, id: string): Promise<CodigoRow[]> {
  const had = await codigosOf(tx, id, deps.now())
  await releaseCodigo(tx, deps, id)
  return had
}

/** Inserts rows of new bytes, and locks the rows of known ones, so that the cleanup does not remove them. */
async function saveContenidos(
  tx: Tx,
  piezas: Guardada[],
  nombres: string[],
  made: Sender & { creado: Date },
) {
  const fresh = piezas.filter(({ received }) => received)
  await insertContenidos(
    tx,
    fresh.map(({ contenido }) => ({ ...contenido, ...made })),
  )
  const known = piezas.filter(({ received }) => !received)
  const held = await lockContenidos(
    tx,
    known.map(({ contenido }) => contenido.id),
  )
  const missing = piezas.flatMap(({ contenido, received }, index) =>
    received || held.has(contenido.id) ? [] : [nombres[index] ?? ''],
  )
  if (missing.length > 0) throw refuseMissing(missing)
  for (const { contenido } of known) await setColor(tx, contenido.id, contenido)
}
