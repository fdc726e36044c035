// The protocol of uploads in parts (tus 1.0), as its library speaks it, with our limits and our words.
import { Readable } from 'node:stream'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/archivo'
import { rechazoOf } from '@imprimitodo/shared/rules/rechazo'
import type { Server, ServerOptions } from '@tus/server'
import { ERRORS, type Locker, type Upload } from '@tus/utils'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { downDetail } from '../../base/http/down.ts'
import { headersOf, Refusal, refuse } from '../../base/http/errors.ts'
import { type Sender, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Locks } from '../../base/runtime/locks.ts'
import type { Partes } from './partes.ts'
import { needDiskSpace, newContenidoId } from './service.ts'

export const SUBIDAS_PATH = '/api/subidas'
export const PART_TYPE = 'application/offset+octet-stream'
const LOCK_WAIT_MS = 30_000

type Incoming = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]
type Own = Pick<Deps, 'files' | 'log' | 'locks'>

/** Answers calls of the protocol, of hijacked requests. `begin` is asked before an upload is made, and may refuse it. */
export function createTus(
  deps: Own,
  partes: Partes,
  begin: (sender: Sender, upload: Upload) => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  /** Who asks, told outside the headers: those are the visitor's own. */
  const senders = new WeakMap<object, Sender>()
  let server: Promise<Server> | undefined

  /** Bytes that are still to come need their room each time: others may have taken it since the upload began. */
  async function needRoomForRest(id: string): Promise<void> {
    const upload = await partes.store.getUpload(id).catch(() => undefined)
    await needDiskSpace(deps, (upload?.size ?? 0) - (upload?.offset ?? 0))
  }

  /** Its library brings Node's classes of `fetch` with it, 15 MB that a start does without. */
  async function createServer(): Promise<Server> {
    const { Server } = await import('@tus/server')
    const tus = new Server({
      path: SUBIDAS_PATH,
      datastore: partes.store,
      locker: lockerOf(deps.locks),
      relativeLocation: true,
      maxSize: MAX_ARCHIVO_BYTES - 1,
      allowedOrigins: () => false,
      namingFunction: newContenidoId,
      async onIncomingRequest(request, id) {
        if (request.headers.get('content-type') !== PART_TYPE) return
        await needRoomForRest(id)
        withoutCopies(request)
      },
      async onUploadCreate(request, upload) {
        if (upload.size === undefined) throw refuse(400, 'Falta el tamaño del archivo.') // it would escape every limit
        const sender = senders.get(request.runtime?.node?.req ?? {})
        if (!sender) throw new Error('An upload from nobody.')
        await begin(sender, upload)
        return {}
      },
      onResponseError: (request, error) => refusalOf(request, error),
    })
    const { write } = tus
    // What breaks the protocol itself the library refuses past onResponseError, in English
    tus.write = (context, headers, status, body = '') => {
      if (status < 400) return write.call(tus, context, headers, status, body)
      headers.set('content-type', 'application/json; charset=utf-8')
      if (body.startsWith('{')) return write.call(tus, context, headers, status, body)
      headers.set('x-codigo', rechazoOf(status))
      return write.call(tus, context, headers, status, JSON.stringify({ detail: detailOf(status) }))
    }
    tus.get('/:id', async () => new Response(null, { status: 404 })) // customers' files are never handed out
    return tus
  }

  /** In our words; what is wrong with us is logged. */
  function refusalOf(request: Incoming, error: Error | { status_code: number; body: string }) {
    const down = downDetail(error)
    const status = down ? 503 : statusOf(error)
    if (status >= 500 && status !== 507) deps.log.warn({ err: error }, 'tus')
    const refusal = error instanceof Refusal ? error : null
    const headers = refusal ? headersOf(refusal) : { 'x-codigo': down ? 'base_caida' : rechazoOf(status) }
    for (const [name, value] of Object.entries(headers)) request.runtime?.node?.res?.setHeader(name, value)
    return {
      status_code: status,
      body: JSON.stringify(refusal?.body ?? { detail: down ?? detailOf(status) }),
    }
  }

  return async (request, reply) => {
    senders.set(request.raw, senderOf(request))
    server ??= createServer().catch((error) => {
      server = undefined // the next upload tries again
      throw error
    })
    await (await server).handle(request.raw, reply.raw)
  }
}

function statusOf(error: object): number {
  if ('status' in error) return Number(error.status)
  return 'status_code' in error ? Number(error.status_code) : 500
}

/**
 * Node copies each chunk of bytes that becomes part of a web stream, and 60 MB of the former ones wait for their
 * collector. What comes through a stream of objects it takes as it is.
 */
function withoutCopies(request: Incoming): void {
  const raw = request.runtime?.node?.req
  if (!raw) return
  let body: unknown
  const get = () => (body ??= Readable.toWeb(Readable.from(raw))) // it reads ahead: not before it is its turn
  Object.defineProperty(request, 'body', { get })
}

/** One request at a time for each upload, also of different processes; the one that came first is asked to make way. */
const lockerOf = (locks: Locks): Locker => ({
  newLock(id) {
    let release = () => {}
    return {
      async lock(signal, asked) {
        const late = new AbortController()
        const timer = setTimeout(() => late.abort(), LOCK_WAIT_MS)
        const patience = AbortSignal.any([signal, late.signal])
        try {
          release = await locks.take(`subida ${id}`, { signal: patience, asked })
        } catch (error) {
          throw patience.aborted ? ERRORS.ERR_LOCK_TIMEOUT : error
        } finally {
          clearTimeout(timer) // it would hold what the request was for as long
        }
      },
      unlock: async () => release(),
    }
  },
})

const detailOf = (status: number): string => DETAILS[status] ?? 'No se pudo subir el archivo.'

const DETAILS: Record<number, string> = {
  400: 'El pedido no se entiende.',
  404: 'Esa subida ya no está. Empezala de nuevo.',
  409: 'La subida quedó en otro punto. Seguimos desde ahí.',
  410: 'Esa subida ya no está. Empezala de nuevo.',
  412: 'Falta decir con qué versión del protocolo se sube: Tus-Resumable 1.0.0.',
  413: 'El archivo pesa 4 GB o más. Dividilo en partes más chicas.',
  423: 'Ese archivo se está subiendo desde otro lado. Esperá unos segundos.',
  507: 'No tenemos lugar para recibir archivos en este momento. Probá de nuevo más tarde.',
}
