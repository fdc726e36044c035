// Uploads in parts (tus 1.0): a big upload on a weak signal goes on where it stopped. What arrived whole is named
// later by `upload_archivo`, which reads, checks and keeps it.
import { join } from 'node:path'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/archivo'
import { FileStore as PartsOnDisk } from '@tus/file-store'
import { Server } from '@tus/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { Turns } from '../core/turns.ts'
import { needRoom, newContenidoId, type Parts } from './service.ts'

export const SUBIDAS_PATH = '/api/subidas'
const KEPT_MS = 48 * 3600_000
const MAX_PER_ADDRESS = 5 * 1024 ** 3

export type Subidas = Parts & {
  /** Ends those nobody went on with. */
  expire(): Promise<number>
  routes(app: FastifyInstance, turns: Turns): void
}

export function createSubidas(deps: Pick<Deps, 'files' | 'dataDir' | 'log'>): Subidas {
  const store = new PartsOnDisk({
    directory: join(deps.dataDir, 'subidas'),
    expirationPeriodInMilliseconds: KEPT_MS,
  })

  async function makeRoomFor(origen: string, bytes: number): Promise<void> {
    const ids = (await store.configstore.list?.()) ?? []
    const uploads = await Promise.all(
      ids.map(async (id) => ({ id, upload: await store.configstore.get(id) })),
    )
    const own = uploads
      .filter(({ upload }) => upload?.metadata?.origen === origen)
      .sort((a, b) => (a.upload?.creation_date ?? '').localeCompare(b.upload?.creation_date ?? ''))
    let total = own.reduce((sum, { upload }) => sum + (upload?.size ?? 0), bytes)
    for (const { id, upload } of own) {
      if (total <= MAX_PER_ADDRESS) return
      total -= upload?.size ?? 0
      await store.remove(id).catch(() => {}) // another request may have ended it
    }
  }

  const tus = new Server({
    path: SUBIDAS_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: MAX_ARCHIVO_BYTES - 1,
    allowedOrigins: () => false,
    namingFunction: newContenidoId,
    async onUploadCreate(request, upload) {
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
    expire: () => store.deleteExpired(),
    routes(app, turns) {
      app.register(async (scope) => {
        scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
          done(null),
        )
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
