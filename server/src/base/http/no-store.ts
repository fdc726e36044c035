import type { FastifyInstance } from 'fastify'

/** Answers of the API are private unless they say otherwise: no cache may keep them. */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}
