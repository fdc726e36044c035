import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Calls of one connection that may wait for their answers at once. Browsers and proxies send the next one after
 * the answer; the protocol lets a client send a few ahead (RFC 9112 9.3.2).
 */
const AHEAD = 10

/**
 * Cuts a connection that sends calls without waiting for their answers. Node hands over all calls that it finds in
 * 64 KB, some 1,400, at once: ten connections would take 2 GB and all of the processor. To be called before any
 * other hook.
 */
export function cutPipelined(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  const add = (socket: Socket, calls: number) => {
    const sum = (waiting.get(socket) ?? 0) + calls
    waiting.set(socket, sum)
    return sum
  }
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const ahead = add(socket, 1)
    reply.raw.once('close', () => add(socket, -1))
    if (ahead <= AHEAD) return done()
    reply.hijack() // the connection is cut; `done` is not called, so the call is not worked on
    socket.destroy()
  })
}
