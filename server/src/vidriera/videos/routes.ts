import { basename, dirname } from 'node:path'
import send from '@fastify/send'
import { parseVideo } from '@imprimitodo/shared/rules/vidriera/video'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { NotKept } from '../../base/services/files/port.ts'
import { findVideos } from './store.ts'

/** An address belongs to one upload: its answer never changes as long as it exists. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** The same file has another mtime on each machine, and its address already tells it from every other. */
const AS_IT_IS = { contentType: false, cacheControl: false, etag: false, lastModified: false }

/** Serves ranges: Safari requires them, and a visitor who skips ahead does not download the middle. */
export function videosRoutes(app: FastifyInstance, { db, files }: Pick<Deps, 'db' | 'files'>): void {
  app.get('/videos/:nombre', async (request, reply) => {
    const wanted = parseVideo(request.url.split('?')[0] ?? '')
    const [found] = wanted ? await findVideos(db, [wanted.id]) : []
    if (!wanted || found?.formato !== wanted.formato) throw notFound('Ese video no existe.')
    const path = await files.pathOf(found.id).catch((error) => {
      throw error instanceof NotKept ? notFound('Ese video no existe.') : error
    })
    const answer = await send(request.raw, basename(path), { root: dirname(path), ...AS_IT_IS })
    const { statusCode, headers, stream } = answer
    if (answer.type === 'file')
      return reply
        .code(statusCode)
        .headers(headers)
        .type(`video/${found.formato}`)
        .header('cache-control', FOR_EVER)
        .send(stream)
    if (statusCode !== 416) throw notFound('Ese video no existe.') // it was deleted between two reads
    reply.header('content-range', headers['Content-Range'])
    return reply.code(416).send({ detail: 'El video no tiene esa parte.' })
  })
}
