// Every call has an id: in each of its log lines, in the header `x-request-id`, and shown as «código del
// problema».
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Trust, trustOf } from './address.ts'

/**
 * The forms that proxies use: a UUID, hexadecimal, base64url. No character that could harm a log or a screen.
 */
const TAKEN = /^[\w-]{8,64}$/

/**
 * For Fastify's `genReqId`: the id that a trusted proxy gave the call, or one of our own: eight random
 * characters of the process and a number, so that no other process or later start repeats it.
 */
export function requestIds(trustProxy: Trust): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy)
  const own = randomBytes(5).toString('hex').slice(0, 8)
  let last = 0
  return ({ headers, socket }) => {
    const { 'x-request-id': given } = headers
    if (typeof given === 'string' && TAKEN.test(given) && isTrusted(socket.remoteAddress ?? '')) return given
    return `${own}-${(++last).toString(36)}`
  }
}

/** On the root, before any scope: hooks apply to inner scopes. */
export function answerRequestIds(root: FastifyInstance): void {
  root.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
