import type { FastifyInstance, FastifyReply } from 'fastify'

/** Answers of the API are private unless they say otherwise: no cache may keep them. */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}

/** For what a person's own link shows: no cache keeps it, no search engine lists it. */
export const keepPrivate = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
