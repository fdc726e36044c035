import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locks } from '../runtime/locks.ts'
import { Refusal } from './errors.ts'
import { ownerKey, senderOf } from './visitor.ts'

const AT_ONCE = 8
/** So that a client without cookies cannot get around the limit; a campus is one address. In each process. */
const AT_ONCE_OF_ADDRESS = 200
const WAIT_MS = 60_000
const RETRY_S = 30
/** How often the slots of other processes are checked. */
const LOOK_MS = 250

/**
 * At most 8 uploads at once from one browser (from one address, where no browser is known), and 200 from one address;
 * the others wait their turn unread, so they cost no memory.
 */
export type UploadSlots = { take(request: FastifyRequest, reply: FastifyReply): Promise<() => void> }

/** `locks`: those of all processes, if there are several. */
export function createUploadSlots(locks: Locks | null = null): UploadSlots {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>()

  function release(key: string): void {
    const line = lines.get(key)
    if (!line) return
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(key)
  }

  async function enter(key: string, atOnce: number, request: IncomingMessage): Promise<() => void> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running++
    else await inLine(line.waiting, request)
    return () => release(key)
  }

  return {
    async take(request, reply) {
      const sender = senderOf(request)
      const owner = ownerKey(sender)
      const held: (() => void)[] = []
      const leave = () => {
        for (const release of held.reverse()) release()
      }
      try {
        // The browser's own line comes first: a client that waits in it takes no slot from another browser
        held.push(await enter(`de ${owner}`, AT_ONCE, request.raw))
        held.push(await enter(`desde ${sender.origen}`, AT_ONCE_OF_ADDRESS, request.raw))
        if (locks) held.push(await anySlot(locks, owner, request.raw))
        return leave
      } catch (error) {
        leave()
        reply.header('connection', 'close') // bytes that were sent meanwhile are not read any more
        throw error
      }
    },
  }
}

/** One of the eight slots that all processes share. @throws 429 as below */
async function anySlot(locks: Locks, owner: string, request: IncomingMessage): Promise<() => void> {
  const until = performance.now() + WAIT_MS
  while (performance.now() < until && !request.destroyed) {
    for (let slot = 0; slot < AT_ONCE; slot++) {
      const leave = await locks.tryTake(`subidas de ${owner} ${slot}`)
      if (leave) return leave
    }
    await sleep(LOOK_MS)
  }
  throw tooLong()
}

/** @throws 429 when a minute was not enough; a client that hangs up leaves the line. */
function inLine(waiting: (() => void)[], request: IncomingMessage): Promise<void> {
  return new Promise((go, refuse) => {
    const settle = (end: () => void) => () => {
      clearTimeout(timer)
      request.off('close', leave)
      const place = waiting.indexOf(enter)
      if (place >= 0) waiting.splice(place, 1)
      end()
    }
    const enter = settle(go)
    const leave = settle(() => refuse(tooLong()))
    const timer = setTimeout(leave, WAIT_MS)
    request.once('close', leave)
    waiting.push(enter)
  })
}

const tooLong = () =>
  new Refusal(
    429,
    { detail: 'Hay muchas subidas desde tu conexión. Esperá un momento y probá de nuevo.' },
    { codigo: 'limite', retryAfter: RETRY_S },
  )
