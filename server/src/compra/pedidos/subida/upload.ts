// POST /api/upload_archivo: bytes in, a counted and priced draft out.
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { lastPageOf } from '@imprimitodo/shared/rules/compra/paginas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../base/http/errors.ts'
import { senderOf } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import type { Received } from '../../../base/services/files/port.ts'
import { needTarifas } from '../../../gestion/ajustes/service.ts'
import { type ColorKnown, examineColor, type Parts, pathToRead } from '../../archivos/service.ts'
import { type ArchivoPedido, parseArchivosData } from '../filas/archivos-data.ts'
import { needHojas } from '../precio/hojas.ts'
import { matchPiezas, type PiezaRecibida, readParts } from './piezas.ts'
import { cartOf, savePedido } from './save.ts'

const COLOR_WAIT_MS = 8_000

/**
 * `formBytes`: most bytes of the form without its files. A refused or cut upload leaves nothing behind.
 * @throws Refusal 400 {archivos: [...]}, 409 {detail, faltan?}
 */
export async function uploadPedido(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'files' | 'jobs' | 'now' | 'pdf' | 'publicUrl' | 'tienda'>,
  subidas: Parts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { cliente_id, formBytes }: { cliente_id: number | null; formBytes: number },
): Promise<Cotizacion> {
  needTarifas((await deps.tienda.read()).ajustes) // before any byte is read
  const gone = new AbortController()
  request.raw.once('close', () => request.raw.readableEnded || gone.abort())
  const received: Received[] = []
  const sender = senderOf(request)
  const vuelo = await subidas.enter(sender)
  try {
    const lectura = { origen: sender.origen, signal: gone.signal }
    const arriving = { vuelo, lectura, received, formBytes }
    const { fields, parts } = await readParts(deps, { request, reply }, arriving)
    const pedidas = parseArchivosData(fields.archivos_data)
    needHojas(await deps.tienda.read(), pedidas)
    const uploader = { sender, carrito: cartOf(fields.carrito), cliente_id }
    const named = pedidas.flatMap(({ subida }) => subida ?? [])
    return await subidas.alone(named, async () => {
      // Dropped at the end like the others: an upload in parts may have been copied here only to be read
      const finished = async (id: string) => {
        const found = await subidas.finished(id)
        if (found) received.push(found)
        return found
      }
      const piezas = await matchPiezas(deps, { ...subidas, finished }, pedidas, parts, lectura)
      await waitForColor(deps, pedidas, piezas, gone.signal)
      await prepareAll(piezas)
      return savePedido(deps, uploader, pedidas, piezas)
    })
  } catch (error) {
    const cut = gone.signal.aborted
    gone.abort() // ends what is still being read
    throw cut ? refuse(400, 'La subida se cortó.') : error
  } finally {
    vuelo.end()
    for (const file of received) await file.drop()
  }
}

/** All at once, to wait for a distant store only once. The store limits how many are on their way. */
async function prepareAll(piezas: PiezaRecibida[]): Promise<void> {
  const sent = await Promise.allSettled(
    piezas.map(({ contenido, received }) => received?.prepare(contenido.id)),
  )
  for (const one of sent) if (one.status === 'rejected') throw one.reason
}

/** The answer waits at most 8 s for the colour count; an unfinished one goes on as a job. */
async function waitForColor(
  deps: Pick<Deps, 'files' | 'pdf' | 'tienda'>,
  pedidas: ArchivoPedido[],
  piezas: PiezaRecibida[],
  gone: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(COLOR_WAIT_MS)])
  for (const [index, pieza] of piezas.entries()) {
    const pedida = pedidas[index]
    if (pedida?.color !== 'color') continue
    const known: ColorKnown = await examineColor(
      deps,
      await pathToRead(deps, pieza.contenido, pieza.path),
      lastPageOf({ rango: pedida.rango, paginas: pieza.contenido.paginas ?? 0 }),
      pieza.contenido,
      { signal },
    )
    pieza.contenido = { ...pieza.contenido, ...known }
  }
  gone.throwIfAborted()
}
