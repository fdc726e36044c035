import type { ServerOptions } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { announcesBody, FORM, hasNull, noNulls } from './bodies.ts'
import { refuse } from './errors.ts'

/**
 * Whoever announces no body sends none, so no stream of nothing is opened and ended: a tenth of what a quick answer
 * costs (docs/decisions/014). Its price: such a `request.raw` counts as read and destroyed, and says nothing when its
 * sender hangs up; who waits for that asks the socket or the answer. Not yet in Node's types.
 */
export const NO_EMPTY_STREAMS: ServerOptions & { optimizeEmptyRequests: boolean } = {
  optimizeEmptyRequests: true,
}

/** The type of a body that nobody announced says nothing, and would have Fastify wait for a stream that never ends. */
export function forgetTypesOfNothing(root: FastifyInstance): void {
  root.addHook('onRequest', ({ raw: { headers } }, _, done) => {
    if (!announcesBody(headers)) delete headers['content-type']
    done()
  })
}

/** Calls without body accept none, an empty one or `{}` (decisions, "Wire details"); Fastify alone refuses the second. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (hasNull(String(body))) done(noNulls())
    else void parse(request, String(body), done)
  })
  // What browsers call an empty body; Fastify alone would take plain text as a body
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser([FORM, 'text/plain'], { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, undefined)
    else done(refuse(415, 'Ese formato no se acepta.'))
  })
  // So that who sends nothing hears which fields are missing, not that a null is no object
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body) request.body ??= {}
  })
}
