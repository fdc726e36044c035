import type { FastifyInstance } from 'fastify'
import { FORM, hasHalfPair, hasNull, noNulls } from './bodies.ts'
import { refuse } from './errors.ts'

/** Calls without a body accept none, an empty one or `{}`; Fastify alone refuses an empty one. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (hasNull(String(body)) || hasHalfPair(String(body))) done(noNulls())
    else void parse(request, String(body), done)
  })
  // Browsers send an empty body as text/plain; Fastify alone would take plain text as a body
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser([FORM, 'text/plain'], { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, undefined)
    else done(refuse(415, 'Ese formato no se acepta.'))
  })
  // So that a caller who sends nothing is told which fields are missing, not that null is no object
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body) request.body ??= {}
  })
}
