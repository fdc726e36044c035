// Uploads in parts (tus 1.0): a big upload on a weak signal goes on where it stopped. What arrived whole is named
// later by `upload_archivo`, which reads, checks and keeps it.
import { Readable } from 'node:stream'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/archivo'
import type { Server, ServerOptions } from '@tus/server'
import { ERRORS, type Locker } from '@tus/utils'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { downDetail } from '../core/down.ts'
import { Refusal, refuse } from '../core/errors.ts'
import type { Locks } from '../core/locks.ts'
import type { Turns } from '../core/turns.ts'
import { KEPT_MS } from './partes.ts'
import { createPartesCompartidas } from './partes-compartidas.ts'
import { createPartesDisco } from './partes-disco.ts'
import { needRoom, newContenidoId, type Parts } from './service.ts'

export const SUBIDAS_PATH = '/api/subidas'
const PART_TYPE = 'application/offset+octet-stream'
const LOCK_WAIT_MS = 30_000
const MAX_PER_ADDRESS = 5 * 1024 ** 3
/** Twice what one order takes: each costs two files however small it is, and a look at each new one. */
const MAX_COUNT_PER_ADDRESS = 2_000

export type Subidas = Parts & {
  /** Ends those nobody went on with. */
  expire(): Promise<number>
  routes(app: FastifyInstance, turns: Turns): void
}

type Incoming = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]
type Own = Pick<Deps, 'db' | 'files' | 'dataDir' | 'now' | 'log' | 'locks'>

export function createSubidas(deps: Own): Subidas {
  const { parts } = deps.files
  const partes = parts ? createPartesCompartidas(deps, parts) : createPartesDisco(deps)

  async function makeRoomFor(origen: string, bytes: number): Promise<void> {
    const own = await partes.ofOrigen(origen)
    let total = own.reduce((sum, upload) => sum + upload.bytes, bytes)
    for (const [index, upload] of own.entries()) {
      if (total <= MAX_PER_ADDRESS && own.length - index < MAX_COUNT_PER_ADDRESS) return
      total -= upload.bytes
      await partes.remove(upload.id)
    }
  }

  /** Bytes that are still to come need their room each time: others may have taken it since the upload began. */
  async function needRoomForRest(id: string): Promise<void> {
    const upload = await partes.store.getUpload(id).catch(() => undefined)
    await needRoom(deps, (upload?.size ?? 0) - (upload?.offset ?? 0))
  }

  let server: Promise<Server> | undefined

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
        const origen = request.headers.get('x-origen') ?? ''
        await needRoom(deps, upload.size ?? 0)
        await makeRoomFor(origen, upload.size ?? 0)
        return { metadata: { ...upload.metadata, origen } }
      },
      onResponseError(_, error) {
        const down = downDetail(error)
        const status = down
          ? 503
          : 'status' in error
            ? Number(error.status)
            : 'status_code' in error
              ? error.status_code
              : 500
        if (status >= 500 && status !== 507) deps.log.warn({ err: error }, 'tus')
        const body = error instanceof Refusal ? error.body : { detail: down ?? detailOf(status) }
        return { status_code: status, body: JSON.stringify(body) }
      },
    })
    const { write } = tus
    // What breaks the protocol itself the library refuses past onResponseError, in English
    tus.write = (context, headers, status, body = '') => {
      if (status < 400) return write.call(tus, context, headers, status, body)
      headers.set('content-type', 'application/json; charset=utf-8')
      const told = body.startsWith('{') ? body : JSON.stringify({ detail: detailOf(status) })
      return write.call(tus, context, headers, status, told)
    }
    tus.get('/:id', async () => new Response(null, { status: 404 })) // customers' files are never handed out
    return tus
  }

  return {
    finished: partes.finished,
    async alone(ids, work) {
      const releases: (() => void)[] = []
      try {
        // Always in the same order: nobody can wait in a circle
        for (const id of [...new Set(ids)].sort()) releases.push(await deps.locks.take(`pedido de ${id}`))
        return await work()
      } finally {
        for (const release of releases) release()
      }
    },
    expire: () => partes.expire(new Date(deps.now().getTime() - KEPT_MS)),
    routes(app, turns) {
      app.register(async (scope) => {
        scope.addContentTypeParser(PART_TYPE, (_request, _payload, done) => done(null))
        for (const url of [SUBIDAS_PATH, `${SUBIDAS_PATH}/*`])
          scope.route({
            method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
            url,
            exposeHeadRoute: false,
            handler: async (request, reply) => {
              const release =
                request.method === 'PATCH' ? await turns.take(request.ip, request.raw) : () => {}
              reply.hijack()
              request.raw.headers['x-origen'] = request.ip
              try {
                server ??= createServer().catch((error) => {
                  server = undefined // the next upload tries again
                  throw error
                })
                await (await server).handle(request.raw, reply.raw)
              } finally {
                release()
              }
            },
          })
      })
    },
  }
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
