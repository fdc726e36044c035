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
 * A program on this machine: the connection comes from loopback, and no proxy handed it over (behind one, every visitor
 * would be loopback), and the address asked for is a local one, so that a page whose name was pointed at 127.0.0.1
 * cannot read what it gets.
 */
export function isLocalPeer({ raw, headers, host }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isLoopback = peer === '::1' || peer.startsWith('127.')
  return isLoopback && FORWARDED.every((name) => headers[name] === undefined) && isLoopbackHost(host)
}
