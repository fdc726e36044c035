import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from './origin.ts'

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Whether the caller is a program on this machine: the connection comes from loopback, no proxy forwarded it
 * (behind one, every visitor would be loopback), and the requested host is a local one, so that a page whose
 * host name was pointed at 127.0.0.1 cannot read the answer.
 */
export function isLocalPeer({ raw, headers, host }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isLoopback = peer === '::1' || peer.startsWith('127.')
  return isLoopback && FORWARDED.every((name) => headers[name] === undefined) && isLoopbackHost(host)
}
