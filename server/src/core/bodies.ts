import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'

const FORM = 'application/x-www-form-urlencoded'

/**
 * Calls without body accept none, an empty one or `{}` (decisions, "Wire details"), whatever type the client
 * announces. A form that says something is only taken where `acceptForms` was called.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done) // tells through `done`
  })
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, undefined)
    else done(refuse(415, 'Ese formato no se acepta.'))
  })
}

/** For the routes of one scope: a form becomes an object of its fields. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser(FORM)
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 10_000 }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
