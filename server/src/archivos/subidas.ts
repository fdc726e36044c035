// Uploads in parts (tus 1.0): a big upload on a weak signal goes on where it stopped. What arrived whole is named
// later by `upload_archivo`, which reads, checks and keeps it.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/archivo'
import { FileStore as PartsOnDisk } from '@tus/file-store'
import { Server } from '@tus/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { refuse } from '../core/errors.ts'
import type { Turns } from '../core/turns.ts'
import { needRoom, newContenidoId, type Parts } from './service.ts'

export const SUBIDAS_PATH = '/api/subidas'
const PART_TYPE = 'application/offset+octet-stream'
const KEPT_MS = 48 * 3600_000
const MAX_PER_ADDRESS = 5 * 1024 ** 3
/** Twice what one order takes: each costs two files however small it is, and a look at each new one. */
const MAX_COUNT_PER_ADDRESS = 2_000

export type Subidas = Parts & {
  /** Ends those nobody went on with. */
  expire(): Promise<number>
  routes(app: FastifyInstance, turns: Turns): void
}

export function createSubidas(deps: Pick<Deps, 'files' | 'dataDir' | 'log'>): Subidas {
  const directory = join(deps.dataDir, 'subidas')
  const store = new PartsOnDisk({ directory, expirationPeriodInMilliseconds: KEPT_MS })
  const inUse = new Map<string, Promise<void>>()

  async function makeRoomFor(origen: string, bytes: number): Promise<void> {
    const ids = (await store.configstore.list?.()) ?? []
    const uploads = await Promise.all(
      ids.map(async (id) => ({ id, upload: await store.configstore.get(id) })),
    )
    const own = uploads
      .filter(({ upload }) => upload?.metadata?.origen === origen)
      .sort((a, b) => (a.upload?.creation_date ?? '').localeCompare(b.upload?.creation_date ?? ''))
    let total = own.reduce((sum, { upload }) => sum + (upload?.size ?? 0), bytes)
    for (const [index, { id, upload }] of own.entries()) {
      if (total <= MAX_PER_ADDRESS && own.length - index < MAX_COUNT_PER_ADDRESS) return
      total -= upload?.size ?? 0
      await store.remove(id).catch(() => {}) // another request may have ended it
    }
  }

  /** Bytes that are still to come need their room each time: others may have taken it since the upload began. */
  async function needRoomForRest(id: string): Promise<void> {
    const upload = await store.getUpload(id).catch(() => undefined)
    await needRoom(deps, (upload?.size ?? 0) - (upload?.offset ?? 0))
  }

  /** Not the store's own way, which leaves for ever what a killed server left half: notes without bytes, or the reverse. */
  async function expire(): Promise<number> {
    const before = Date.now() - KEPT_MS
    const names = await readdir(directory)
    const old = []
    for (const id of new Set(names.map((name) => name.replace(/\.json$/, ''))))
      if ((await begunAt(id)) < before) old.push(id)
    for (const id of old)
      for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
    return old.length
  }

  async function begunAt(id: string): Promise<number> {
    const note = await store.configstore.get(id)
    if (note?.creation_date) return Date.parse(note.creation_date)
    const mtimeOf = (name: string) => stat(join(directory, name)).then(({ mtimeMs }) => mtimeMs)
    return mtimeOf(id)
      .catch(() => mtimeOf(`${id}.json`))
      .catch(() => Number.POSITIVE_INFINITY) // gone meanwhile
  }

  const tus = new Server({
    path: SUBIDAS_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: MAX_ARCHIVO_BYTES - 1,
    allowedOrigins: () => false,
    namingFunction: newContenidoId,
    async onIncomingRequest(request, id) {
      if (request.headers.get('content-type') === PART_TYPE) await needRoomForRest(id)
    },
    async onUploadCreate(request, upload) {
      if (upload.size === undefined) throw refuse(400, 'Falta el tamaño del archivo.') // it would escape every limit
      const origen = request.headers.get('x-origen') ?? ''
      await needRoom(deps, upload.size ?? 0)
      await makeRoomFor(origen, upload.size ?? 0)
      return { metadata: { ...upload.metadata, origen } }
    },
    onResponseError(_, error) {
      const status =
        'status' in error ? Number(error.status) : 'status_code' in error ? error.status_code : 500
      if (status >= 500 && status !== 507) deps.log.warn({ err: error }, 'tus')
      return {
        status_code: status,
        body: JSON.stringify({ detail: DETAILS[status] ?? 'No se pudo subir el archivo.' }),
      }
    },
  })
  tus.get('/:id', async () => new Response(null, { status: 404 })) // customers' files are never handed out

  return {
    async finished(id) {
      const upload = await store.getUpload(id).catch(() => undefined)
      if (!upload?.storage || upload.size === undefined || upload.offset !== upload.size) return undefined
      const received = await deps.files.adopt(upload.storage.path)
      return {
        ...received,
        async keep(as) {
          await received.keep(as)
          await store.configstore.delete(id)
        },
        drop: async () => {},
      }
    },
    async alone(ids, work) {
      const done = Promise.withResolvers<void>()
      const before = ids.map((id) => inUse.get(id))
      for (const id of ids) inUse.set(id, done.promise) // all in one go: nobody can wait in a circle
      try {
        await Promise.all(before)
        return await work()
      } finally {
        done.resolve()
        for (const id of ids) if (inUse.get(id) === done.promise) inUse.delete(id)
      }
    },
    expire,
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
              await tus.handle(request.raw, reply.raw).finally(release)
            },
          })
      })
    },
  }
}

const DETAILS: Record<number, string> = {
  404: 'Esa subida ya no está. Empezala de nuevo.',
  409: 'La subida quedó en otro punto. Seguimos desde ahí.',
  410: 'Esa subida ya no está. Empezala de nuevo.',
  413: 'El archivo pesa 4 GB o más. Dividilo en partes más chicas.',
  507: 'No tenemos lugar para recibir archivos en este momento. Probá de nuevo más tarde.',
}
