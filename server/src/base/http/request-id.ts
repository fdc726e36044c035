// Every call has an id: in each of its log lines, in the header `x-request-id`, and shown as «código del
// problema».
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

type Trust = FastifyServerOptions['trustProxy']

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

/** Whether the peer itself is one that TRUST_PROXY names, read by the same package as in Fastify. */
function trustOf(trustProxy: Trust): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0)
  const named = Array.isArray(trustProxy) ? trustProxy : (trustProxy ?? '').split(',')
  const trusts = proxyAddr.compile(named.map((name) => name.trim()).filter(Boolean))
  return (address) => trusts(address, 0)
}

/** On the root, before any scope: hooks apply to inner scopes. */
export function answerRequestIds(root: FastifyInstance): void {
  root.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
