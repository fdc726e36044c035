// POST /api/upload_archivo: bytes in, a counted and priced draft out.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { applyGroups } from '@imprimitodo/shared/rules/grupo'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { readAjustes, tarifasOf } from '../ajustes/service.ts'
import { type ColorKnown, examineColor, insertContenidos, type Parts, setColor } from '../archivos/service.ts'
import type { Deps } from '../core/deps.ts'
import { Refusal, refuse } from '../core/errors.ts'
import type { Tx } from '../db/open.ts'
import type { Received } from '../services/files/port.ts'
import { type Pedida, parseArchivosData } from './archivos-data.ts'
import { colorPendiente, cotizacionOf, importesOf } from './cotizar.ts'
import { matchPiezas, type Pieza, readParts } from './piezas.ts'
import { movePedido } from './service.ts'
import { deletePedido, insertArchivos, insertPedido, lockLiveOf, pagosOf } from './store.ts'

const COLOR_WAIT_MS = 8_000

/** @throws Refusal 400 {archivos: [...]}, 409 {detail, faltan?}; nothing is left behind of a refused or cut upload. */
export async function subirPedido(deps: Deps, subidas: Parts, request: FastifyRequest): Promise<Cotizacion> {
  const gone = new AbortController()
  request.raw.once('close', () => request.raw.readableEnded || gone.abort())
  const received: Received[] = []
  try {
    const { fields, parts } = await readParts(deps, request, gone.signal, received)
    const pedidas = parseArchivosData(fields.archivos_data)
    const piezas = await matchPiezas(deps, subidas, pedidas, parts, gone.signal)
    await waitForColor(deps, pedidas, piezas, gone.signal)
    return await keepAndSave(deps, request.ip, cartOf(fields.carrito), pedidas, piezas)
  } catch (error) {
    const cut = gone.signal.aborted
    gone.abort() // ends what is still being read
    throw cut ? refuse(400, 'La subida se cortó.') : error
  } finally {
    for (const file of received) await file.drop()
  }
}

/** The answer waits at most 8 s for colour; what is not known by then goes on as a job. */
async function waitForColor(
  deps: Deps,
  pedidas: Pedida[],
  piezas: Pieza[],
  gone: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(COLOR_WAIT_MS)])
  for (const [index, pieza] of piezas.entries()) {
    if (pedidas[index]?.color !== 'color') continue
    const known: ColorKnown = await examineColor(
      deps,
      pieza.path,
      pieza.contenido.paginas ?? 0,
      pieza.contenido,
      { signal },
    )
    pieza.contenido = { ...pieza.contenido, ...known }
  }
  gone.throwIfAborted()
}

/** Bytes first, then the rows that name them: an order never names a file that is not there. */
async function keepAndSave(
  deps: Deps,
  origen: string,
  carrito: string | null,
  pedidas: Pedida[],
  piezas: Pieza[],
) {
  for (const { contenido, received } of piezas) await received?.keep(contenido.id)
  try {
    return await savePedido(deps, origen, carrito, pedidas, piezas)
  } catch (error) {
    // Only where it is certain that nothing was saved; after a broken commit the sweep finds out
    if (error instanceof Refusal)
      for (const { contenido, received } of piezas) if (received) await deps.files.delete(contenido.id)
    throw error
  }
}

/** Names the browser's half-made order; anything odd counts as none. */
const cartOf = (text: string | undefined): string | null => (text && /^[\w-]{8,64}$/.test(text) ? text : null)

async function savePedido(
  deps: Deps,
  origen: string,
  carrito: string | null,
  pedidas: Pedida[],
  piezas: Pieza[],
): Promise<Cotizacion> {
  const id = randomBytes(16).toString('base64url')
  const now = deps.now()
  const lineas = applyGroups(pedidas).map(({ subida: _, ...opciones }, index) => {
    const { contenido } = piezas[index] as Pieza // matchPiezas pairs them one to one
    return { archivo: { ...opciones, paginas: contenido.paginas ?? 0 }, contenido }
  })
  return deps.db.transaction(async (tx) => {
    if (carrito) await replaceLive(tx, deps, carrito)
    const ajustes = await readAjustes(tx)
    const tarifas = tarifasOf(ajustes)
    await saveContenidos(tx, piezas, { origen, creado: now })
    await insertPedido(tx, {
      ...{ id, carrito, origen, tarifas, referencia: randomUUID(), creado: now, tocado: now },
      descuento_porcentaje: ajustes.descuentoCompra,
      ...importesOf(lineas, tarifas, ajustes.descuentoCompra),
    })
    await insertArchivos(
      tx,
      lineas.map(({ archivo, contenido }, posicion) => ({
        ...archivo,
        posicion,
        pedido_id: id,
        contenido_id: contenido.id,
      })),
    )
    for (const linea of lineas)
      if (colorPendiente([linea])) await deps.jobs.send(tx, 'color', { contenido_id: linea.contenido.id })
    const answer = cotizacionOf(id, lineas, tarifas)
    const archivos = answer.archivos.map((archivo, index) => ({
      ...archivo,
      subida: lineas[index]?.contenido.id ?? null,
    }))
    return { ...answer, archivos }
  })
}

/**
 * A new quote of the same browser replaces its draft or its unpaid order (decisions, "Orders"): the draft goes, the
 * confirmed one is cancelled and its preference ends. @throws 409 once there is a payment.
 */
async function replaceLive(tx: Tx, deps: Deps, carrito: string): Promise<void> {
  // Two uploads of one browser at once: the second waits here, then finds the first's order
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${carrito}, 0))`)
  const live = await lockLiveOf(tx, carrito)
  if (!live) return
  if (live.estado === 'borrador') return deletePedido(tx, live.id)
  const pagos = await pagosOf(tx, live.id)
  if (pagos.some(({ estado }) => estado !== 'rejected' && estado !== 'cancelled'))
    throw refuse(409, 'Ese pedido ya tiene un pago. Miralo en su página o empezá uno nuevo.')
  if (live.preferencia_id)
    await deps.jobs.send(tx, 'expirar_preferencia', { preferencia_id: live.preferencia_id })
  await movePedido(tx, deps, live, 'cancelado', {
    quien: 'cliente',
    nota: 'Cambió las opciones: pidió otro presupuesto.',
  })
}

async function saveContenidos(tx: Tx, piezas: Pieza[], made: { origen: string; creado: Date }) {
  const fresh = piezas.filter(({ received }) => received)
  await insertContenidos(
    tx,
    fresh.map(({ contenido }) => ({ ...contenido, ...made })),
  )
  for (const { contenido, received } of piezas) if (!received) await setColor(tx, contenido.id, contenido)
}
