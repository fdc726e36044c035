// Server-sent events for screens that stay open: read with fetch and a bearer, never with a token in the address.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

const HEARTBEAT_MS = 20_000
/** A screen that reads nothing for this long (a laptop put to sleep) is cut off; it comes back by itself. */
const MAX_WAITING_BYTES = 256 * 1024

export type Stream = {
  /** Called once, with how to tell the screen something; answers how to stop listening. */
  listen(tell: (event: object) => void): () => void
  /** Asked at each heartbeat: whoever is no longer let in hears nothing more. */
  isAlive(): Promise<boolean>
  /** At the latest, in ms. */
  lives: number
  closed?(): void
}

export type Streams = (reply: FastifyReply, stream: Stream) => FastifyReply

/** Something told while a screen was away is not told again: on connecting it asks for what there is. */
export function createStreams(app: FastifyInstance): Streams {
  const open = new Set<Readable>()
  // Before the server waits for its connections to end: these would not end by themselves
  app.addHook('preClose', async () => {
    for (const stream of open) stream.push(null)
  })

  return (reply, { listen, isAlive, lives, closed }) => {
    const stream = new Readable({ read() {} })
    const write = (text: string) => {
      if (stream.readableLength > MAX_WAITING_BYTES) stream.destroy()
      else if (!stream.destroyed) stream.push(text)
    }
    const unlisten = listen((event) => write(`data: ${JSON.stringify(event)}\n\n`))
    const beat = setInterval(() => {
      isAlive().then(
        (alive) => (alive ? write(': \n\n') : stream.push(null)),
        (err) => reply.log.warn({ err }, 'eventos'), // the database is away for a moment: the next beat will tell
      )
    }, HEARTBEAT_MS)
    const expiry = setTimeout(() => stream.push(null), lives)
    open.add(stream)
    stream.once('close', () => {
      unlisten()
      clearInterval(beat)
      clearTimeout(expiry)
      open.delete(stream)
      closed?.()
    })
    write(': \n\n') // the screen knows that it is connected
    return reply
      .type('text/event-stream')
      .header('connection', 'close') // kept alive after the stream's end, it would hold the server's stop
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  }
}
