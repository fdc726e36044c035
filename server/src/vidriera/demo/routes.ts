import { fileURLToPath } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const VIDEOS = fileURLToPath(new URL('./videos', import.meta.url))

/**
 * Videos of the demo goods, served by ranges, as Safari requires. Served in every shop: goods may outlive the
 * demo.
 */
export async function demoRoutes(app: FastifyInstance): Promise<void> {
  await app.register(serveFiles, {
    root: VIDEOS,
    prefix: '/muestra/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=86400'),
  })
}
