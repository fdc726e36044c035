import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'

export const FORM = 'application/x-www-form-urlencoded'

/**
 * For the routes of one scope: a form becomes an object of its fields. Other routes take only an empty form.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser(FORM)
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 10_000 }, (_, body, done) => {
    if (hasNull(String(body))) done(noNulls())
    else done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/** PostgreSQL's text holds every character but this one, and no keyboard types it. */
export function refuseNulls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (hasNull(url)) throw noNulls()
  })
}

/** Finds NUL raw, in an address, or in JSON. */
export const hasNull = (text: string): boolean => /\0|%00|\\u0000/.test(withoutBackslashes(text))

/** Half of a surrogate pair, which JSON alone can spell: PostgreSQL's JSON does not hold it either. */
export const hasHalfPair = (json: string): boolean =>
  /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f]/i.test(withoutBackslashes(json))

/** JSON spells a backslash with two. What follows them is no escape: «C:\Udemy» is a path. */
const withoutBackslashes = (json: string): string => json.replaceAll('\\\\', ' ')

export const noNulls = () => refuse(400, 'No se entiende lo que llegó.')

/** Without either header there is no body (RFC 9112, section 6.3). */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
