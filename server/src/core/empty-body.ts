import type { FastifyInstance } from 'fastify'

/** Calls without body accept none, an empty one or `{}` (decisions, "Wire details"); Fastify alone refuses the second. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
