import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressKey, type Trust, trustOf } from './address.ts'

/**
 * Calls of one connection that may wait for their answers at once. Browsers and proxies send the next one after
 * the answer; the protocol lets a client send a few ahead (RFC 9112 9.3.2).
 */
const AHEAD = 10

/** An address that makes us cut so many connections within `REFUSED_MS` floods: it has and opens none for that long. */
const MOST_CUTS = 3
const REFUSED_MS = 10_000

const waiting = new WeakMap<Socket, number>()
/** Connections on which a call was answered: perhaps of other people. */
const answered = new WeakSet<Socket>()

/** Cuts all connections of a connection's address. Absent: it is cut alone. */
const cutAddress = new WeakMap<Socket, () => void>()

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
  response.once('finish', () => answered.add(socket))
  if (add(socket, 1) <= AHEAD) return false
  if (!socket.destroyed) {
    socket.destroy()
    cutAddress.get(socket)?.()
  }
  return true
}

/**
 * Cuts a connection that sends calls without waiting for their answers. Node hands over all calls that it finds in
 * 64 KB, some 1,400, at once: ten connections would take 2 GB and all of the processor. To be called before any
 * other hook; calls that are refused before there are hooks are counted where they are refused (errors.ts).
 */
export function cutPipelined(app: FastifyInstance, trustProxy: Trust): void {
  watchConnections(app, trustOf(trustProxy))
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isTooFarAhead(raw, reply.raw)) return done()
    reply.hijack() // the connection is cut; `done` is not called, so the call is not worked on
  })
}

/**
 * Even calls that are refused take a tenth of a second for each connection, since Node makes its objects of them. So
 * the first connection that is cut takes with it the others of its address that had no answer yet, before they are
 * read. Those that had one go on until the address floods, since a whole office may be behind one address. A trusted
 * proxy is left alone: its connections have the calls of all visitors.
 */
function watchConnections({ server }: FastifyInstance, isProxy: (address: string) => boolean): void {
  const open = new Map<string, Set<Socket>>()
  const cuts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (!remoteAddress || isProxy(remoteAddress)) return
    const address = addressKey(remoteAddress)
    if ((cuts.get(address) ?? 0) >= MOST_CUTS) return void socket.destroy()
    const together = open.get(address) ?? new Set()
    open.set(address, together.add(socket))
    socket.once('close', () => {
      together.delete(socket)
      if (together.size === 0) open.delete(address)
    })
    cutAddress.set(socket, () => {
      const made = (cuts.get(address) ?? 0) + 1
      cuts.set(address, made)
      if (made === 1) setTimeout(() => cuts.delete(address), REFUSED_MS).unref()
      for (const other of together) if (made >= MOST_CUTS || !answered.has(other)) other.destroy()
    })
  })
}
