// Server-sent events for screens that stay open: read with fetch and a bearer, never with a token in the address.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

const TICK_MS = 1_000
/** Each stream has one of so many ticks: a thousand that opened together are not checked together. */
const BEAT_TICKS = 20
/** A screen that leaves so many bytes unread (a laptop put to sleep) is cut off; it reconnects by itself. */
const MAX_WAITING_BYTES = 256 * 1024

export type Stream = {
  /**
   * Called once, with a function that sends an event to the screen, and one that asks `isAlive` now; returns how to
   * stop listening.
   */
  listen(tell: (event: object) => void, check: () => void): () => void
  /** Asked at each heartbeat too: a client whose session ended gets no more events. */
  isAlive(): Promise<boolean>
  /** Longest life of a stream, in ms. */
  lives: number
  closed?(): void
}

export type Streams = (reply: FastifyReply, stream: Stream) => FastifyReply

type Open = { raw: ServerResponse; isAlive: Stream['isAlive']; tick: number; endsAt: number }

/**
 * Events that were sent while a screen was away are not repeated: when it connects, it reads the current
 * state. There may be a thousand streams for hours, so an open one is little more than its socket: one clock
 * for all, and no objects of Fastify's are kept.
 */
export function createStreams(app: FastifyInstance): Streams {
  const open = new Set<Open>()
  const { log } = app
  let ticks = 0
  let clock: NodeJS.Timeout | undefined

  function look(): void {
    ticks = (ticks + 1) % BEAT_TICKS
    for (const one of open)
      if (performance.now() >= one.endsAt) one.raw.end()
      else if (one.tick === ticks) beat(one)
  }

  function beat({ raw, isAlive }: Open): void {
    isAlive().then(
      (alive) => (alive ? write(raw, ': \n\n') : raw.end()),
      (err) => log.warn({ err }, 'eventos'), // the database is away for a moment: the next beat asks again
    )
  }

  // Before the server waits for its connections to end: streams would not end by themselves
  app.addHook('preClose', async () => {
    for (const { raw } of open) raw.end()
  })

  return (reply, { listen, isAlive, lives, closed }) => {
    const { raw } = reply.hijack()
    if (raw.destroyed) {
      closed?.() // hung up while it was being checked
      return reply
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      connection: 'close', // a connection kept alive after the stream would delay the server's stop
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const one = { raw, isAlive, tick: ticks, endsAt: performance.now() + lives }
    const unlisten = listen(
      (event) => write(raw, `data: ${JSON.stringify(event)}\n\n`),
      () => beat(one),
    )
    open.add(one)
    clock ??= setInterval(look, TICK_MS)
    raw.once('close', () => {
      unlisten()
      open.delete(one)
      if (open.size === 0) clock = void clearInterval(clock)
      closed?.()
    })
    write(raw, ': \n\n') // the screen knows that it is connected
    if (reply.request.method === 'HEAD') raw.end()
    return reply
  }
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
  else if (!raw.writableEnded && !raw.destroyed) raw.write(text)
}
