// The protocol of uploads in parts (tus 1.0), as its library speaks it, with our limits and our words.
import { rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/compra/archivo'
import type { Server, ServerOptions } from '@tus/server'
import type { Locker, Upload } from '@tus/utils'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noNulls } from '../../base/http/bodies.ts'
import { downDetail, isDiskFull } from '../../base/http/down.ts'
import { Refusal, refusalHeaders, refuse } from '../../base/http/errors.ts'
import { type Sender, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Locks } from '../../base/runtime/locks.ts'
import type { Partes } from './partes.ts'
import { needDiskSpace, newContenidoId } from './service.ts'

export const SUBIDAS_PATH = '/api/subidas'
export const PART_TYPE = 'application/offset+octet-stream'
/** Shorter than the 30 s after which our page gives up a silent call (web/src/api/upload/upload-in-parts.ts). */
const LOCK_WAIT_MS = 25_000

type Incoming = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]
type Own = Pick<Deps, 'files' | 'log' | 'locks'>

/**
 * Answers tus calls on hijacked requests. `begin` is called before an upload is created, and may refuse it.
 */
export function createTus(
  deps: Own,
  partes: Partes,
  begin: (sender: Sender, upload: Upload) => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  /** The sender of each request, passed outside the headers, which the visitor could forge. */
  const senders = new WeakMap<object, Sender>()
  let server: Promise<Server> | undefined

  /**
   * Each part checks the room for the remaining bytes: other uploads may have taken it since this one began.
   */
  async function needRoomForRest(id: string): Promise<void> {
    const upload = await partes.store.getUpload(id).catch(() => undefined)
    await needDiskSpace(deps, (upload?.size ?? 0) - (upload?.offset ?? 0))
  }

  /** Loaded late: the tus library pulls in Node's `fetch` classes, 15 MB that the start does without. */
  async function createServer(): Promise<Server> {
    const { Server } = await import('@tus/server')
    class InSpanish extends Server {
      // The library refuses breaches of the protocol in English, without calling onResponseError
      override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
        if (status < 400) return super.write(context, headers, status, body)
        headers.set('content-type', 'application/json; charset=utf-8')
        if (body.startsWith('{')) return super.write(context, headers, status, body)
        headers.set('x-codigo', rechazoOf(status))
        // Which it tells in other answers only
        if (status === 412) headers.set('tus-version', '1.0.0')
        return super.write(context, headers, status, JSON.stringify({ detail: detailOf(status) }))
      }
    }
    const tus = new InSpanish({
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
      },
      async onUploadCreate(request, upload) {
        if (upload.size === undefined) throw refuse(400, 'Falta el tamaño del archivo.') // it would escape every limit
        // PostgreSQL's text does not hold it
        if (Object.values(upload.metadata ?? {}).some((text) => text?.includes('\0'))) throw noNulls()
        const sender = senders.get(request.runtime?.node?.req ?? {})
        if (!sender) throw new Error('An upload without a sender.')
        await begin(sender, upload)
        return {}
      },
      onResponseError: (request, error) => refusalOf(request, error),
    })
    tus.get('/:id', async () => new Response(null, { status: 404 })) // customers' files are never handed out
    return tus
  }

  /** The refusal in our words; an error of the server is logged. */
  function refusalOf(request: Incoming, error: Error | { status_code: number; body: string }) {
    const refusal = error instanceof Refusal ? error : null
    const isFull = isDiskFull(error)
    const down = isFull ? null : downDetail(error)
    const status = isFull ? 507 : down ? 503 : statusOf(error)
    if (isFull) deps.log.error({ err: error }, 'disk full')
    else if (status >= 500 && status !== 507) deps.log.warn({ err: error }, 'tus')
    const headers = refusal
      ? refusalHeaders(refusal)
      : { 'x-codigo': down ? 'base_caida' : rechazoOf(status) }
    for (const [name, value] of Object.entries(headers)) request.runtime?.node?.res?.setHeader(name, value)
    return {
      status_code: status,
      body: JSON.stringify(refusal?.body ?? { detail: down ?? detailTo(request, status) }),
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
  const status = 'status_code' in error ? Number(error.status_code) : 500
  // An extension of the protocol that we do not announce
  return status === 501 ? 400 : status
}

/**
 * One request at a time for each upload, across processes; the one that holds the lock is asked to make way.
 */
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
          throw patience.aborted && !downDetail(error) ? refuse(423, detailOf(423)) : error
        } finally {
          clearTimeout(timer) // a live timer would keep the request's memory for as long
        }
      },
      unlock: async () => release(),
    }
  },
})

/** A size that is allowed was announced, and more came: the library refuses it by the same status as a size above 4 GB. */
const detailTo = ({ headers }: Incoming, status: number): string =>
  status === 413 && Number(headers.get('upload-length') ?? 0) < MAX_ARCHIVO_BYTES ? MORE : detailOf(status)

const MORE = 'Llegó más de lo que se había dicho que pesa el archivo. Subilo de nuevo.'

const detailOf = (status: number): string => DETAILS[status] ?? 'No se pudo subir el archivo.'

const DETAILS: Record<number, string> = {
  400: 'No se entiende lo que llegó.',
  404: 'Esa subida ya no está. Empezala de nuevo.',
  409: 'La subida quedó en otro punto. Seguimos desde ahí.',
  410: 'Esa subida ya no está. Empezala de nuevo.',
  412: 'Falta decir con qué versión del protocolo se sube: Tus-Resumable 1.0.0.',
  413: 'El archivo pesa 4 GB o más. Dividilo en partes más chicas.',
  423: 'Ese archivo se está subiendo desde otro lado. Esperá unos segundos.',
  507: 'No tenemos lugar para recibir archivos en este momento. Probá de nuevo más tarde.',
}
