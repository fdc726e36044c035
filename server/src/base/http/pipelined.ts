import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Calls of one connection that may wait for their answers at once. Browsers and proxies send the next one after
 * the answer; the protocol lets a client send a few ahead (RFC 9112 9.3.2).
 */
const AHEAD = 10

const waiting = new WeakMap<Socket, number>()

function add(socket: Socket, calls: number): number {
  const sum = (waiting.get(socket) ?? 0) + calls
  waiting.set(socket, sum)
  return sum
}

/**
 * Counts a call, once. @returns whether too many of its connection wait with it: then the connection is cut, and the
 * call is not to be worked on
 */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  response.once('close', () => add(socket, -1))
  if (add(socket, 1) <= AHEAD) return false
  socket.destroy()
  return true
}

/**
 * Cuts a connection that sends calls without waiting for their answers. Node hands over all calls that it finds in
 * 64 KB, some 1,400, at once: ten connections would take 2 GB and all of the processor. To be called before any
 * other hook; calls that are refused before there are hooks are counted where they are refused (errors.ts).
 */
export function cutPipelined(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isTooFarAhead(raw, reply.raw)) return done()
    reply.hijack() // the connection is cut; `done` is not called, so the call is not worked on
  })
}
