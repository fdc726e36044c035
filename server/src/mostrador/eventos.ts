import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { Sesion, Sesiones } from './sesion.ts'

const HEARTBEAT_MS = 20_000
/** A screen that reads nothing for this long (a laptop put to sleep) is cut off; it comes back by itself. */
const MAX_WAITING_BYTES = 256 * 1024

/**
 * Live changes as server-sent events: new `confirmado` orders and every change of state. Something told while a
 * screen was away is not told again: on connecting it asks for the list.
 */
export function createEventos(app: FastifyInstance, deps: Deps, sesiones: Sesiones) {
  const open = new Set<Readable>()
  // Before the server waits for its connections to end: these would not end by themselves
  app.addHook('preClose', async () => {
    for (const stream of open) stream.push(null)
  })

  return (sesion: Sesion, reply: FastifyReply): FastifyReply => {
    const stream = new Readable({ read() {} })
    const write = (text: string) => {
      if (stream.readableLength > MAX_WAITING_BYTES) stream.destroy()
      else if (!stream.destroyed) stream.push(text)
    }
    const unlisten = deps.events.listen((event) => write(`data: ${JSON.stringify(event)}\n\n`))
    const beat = setInterval(() => {
      sesiones.isAlive(sesion).then(
        (isAlive) => (isAlive ? write(': \n\n') : stream.push(null)),
        (err) => deps.log.warn({ err }, 'eventos'), // the database is away for a moment: the next beat will tell
      )
    }, HEARTBEAT_MS)
    const expiry = setTimeout(() => stream.push(null), sesion.vence.getTime() - deps.now().getTime())
    open.add(stream)
    stream.once('close', () => {
      unlisten()
      clearInterval(beat)
      clearTimeout(expiry)
      open.delete(stream)
    })
    write(': \n\n') // the screen knows that it is connected
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  }
}
