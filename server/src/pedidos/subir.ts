// POST /api/upload_archivo: bytes in, a counted and priced draft out.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { refusalMessage, sameNombre } from '@imprimitodo/shared/rules/archivo'
import { applyGroups } from '@imprimitodo/shared/rules/grupo'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { readAjustes, tarifasOf } from '../ajustes/service.ts'
import {
  type Arrived,
  type ColorKnown,
  examineColor,
  findContenidos,
  insertContenidos,
  inspectContenido,
  newContenidoId,
  type Parts,
  receiveArchivo,
  setColor,
} from '../archivos/service.ts'
import type { Deps } from '../core/deps.ts'
import { Refusal, refuse } from '../core/errors.ts'
import type { Tx } from '../db/open.ts'
import { PdfRefused } from '../pdf/port.ts'
import type { Received } from '../services/files/port.ts'
import { type Pedida, parseArchivosData, refuseArchivos } from './archivos-data.ts'
import { colorPendiente, cotizacionOf, importesOf } from './cotizar.ts'
import { movePedido } from './service.ts'
import { type Contenido, deletePedido, insertArchivos, insertPedido, lockLiveOf, pagosOf } from './store.ts'

const COLOR_WAIT_MS = 8_000
const FIELD_BYTES = 4 * 1024 ** 2
const MAX_PARTS = 2_000

type Part = { nombre: string; arrived: Arrived | PdfRefused }
/** A file of the order with its bytes: new ones are still `received`, known ones have a row. */
type Pieza = { contenido: Contenido; path: string; received: Received | null }

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

async function readParts(deps: Deps, request: FastifyRequest, signal: AbortSignal, received: Received[]) {
  const fields: Record<string, string> = {}
  const parts: Part[] = []
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    files: MAX_PARTS,
    parts: MAX_PARTS,
    fieldSize: FIELD_BYTES,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const arrived = await receiveArchivo(deps, part.file, signal)
    if (!(arrived instanceof PdfRefused)) received.push(arrived.received)
    parts.push({ nombre: (part.filename ?? '').normalize('NFC').trim(), arrived })
    if (arrived instanceof PdfRefused)
      throw refuseArchivos([refusalMessage(part.filename ?? '', arrived.reason)])
  }
  return { fields, parts }
}

/** Pairs every entry with its bytes, reads what was not read yet, and tells all that is wrong at once. */
async function matchPiezas(
  deps: Deps,
  subidas: Parts,
  pedidas: Pedida[],
  parts: Part[],
  signal: AbortSignal,
): Promise<Pieza[]> {
  const withPart = pedidas.filter(({ subida }) => !subida)
  if (withPart.length !== parts.length)
    throw refuseArchivos([`Los datos nombran ${withPart.length} archivos y llegaron ${parts.length}.`])
  for (const [index, { nombre }] of withPart.entries()) {
    const part = parts[index]?.nombre ?? ''
    if (!sameNombre(nombre, part)) throw refuseArchivos([`«${part}»: los datos lo llaman «${nombre}»`])
  }
  const piezas: Pieza[] = []
  const problems: string[] = []
  const missing: string[] = []
  const waiting = [...parts]
  for (const { nombre, subida } of pedidas) {
    const part = subida ? undefined : waiting.shift()
    const again = piezas.find(({ contenido }) => contenido.id === subida) // the same bytes under two names
    const pieza = again
      ? { ...again, received: null }
      : part
        ? await readPart(part)
        : await findPieza(deps, subidas, subida ?? '', signal)
    if (!pieza) missing.push(nombre)
    else if (pieza instanceof PdfRefused) problems.push(refusalMessage(nombre, pieza.reason))
    else piezas.push(pieza)
  }
  if (problems.length > 0) throw refuseArchivos(problems)
  if (missing.length > 0)
    throw new Refusal(409, {
      detail: 'Hay archivos que ya no están en el servidor. Volvé a subirlos.',
      faltan: missing,
    })
  return piezas
}

async function readPart({ arrived }: Part): Promise<Pieza | PdfRefused> {
  if (arrived instanceof PdfRefused) return arrived
  const found = await arrived.inspection
  if (found instanceof PdfRefused) return found
  return newPieza(newContenidoId(), arrived.received, found)
}

async function findPieza(deps: Deps, subidas: Parts, id: string, signal: AbortSignal) {
  const [known] = await findContenidos(deps.db, [id])
  if (known) {
    const read = await inspectContenido(deps, known, signal)
    return read instanceof PdfRefused
      ? read
      : { contenido: read, path: await deps.files.pathOf(id), received: null }
  }
  const received = await subidas.finished(id)
  if (!received) return undefined
  const found = await deps.pdf.inspect(received.path, signal).catch((error: unknown) => {
    if (error instanceof PdfRefused) return error
    throw error
  })
  return found instanceof PdfRefused ? found : newPieza(id, received, found)
}

function newPieza(
  id: string,
  received: Received,
  found: { pages: number; sizes: Contenido['tamanos'] },
): Pieza {
  const contenido = {
    id,
    bytes: received.bytes,
    paginas: found.pages,
    tamanos: found.sizes,
    color_hasta: 0,
    paginas_color: [],
    origen: null,
    creado: new Date(),
    borrado: null,
  }
  return { contenido, path: received.path, received }
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
