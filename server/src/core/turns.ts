import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './errors.ts'
import type { Locks } from './locks.ts'

const AT_ONCE = 8
const WAIT_MS = 60_000
/** How often those of other processes are looked at. */
const LOOK_MS = 250

/** At most 8 uploads at once from one address; the others wait their turn unread, so they cost no memory. */
export type Turns = { take(address: string, request: IncomingMessage): Promise<() => void> }

/** `locks`: those of all processes, where there are several. */
export function createTurns(locks: Locks | null = null): Turns {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>()

  function release(address: string): void {
    const line = lines.get(address)
    if (!line) return
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(address)
  }

  return {
    async take(address, request) {
      const line = lines.get(address) ?? { running: 0, waiting: [] }
      lines.set(address, line)
      if (line.running < AT_ONCE) line.running++
      else await inLine(line.waiting, request)
      if (!locks) return () => release(address)
      try {
        const leave = await anySlot(locks, address, request)
        return () => {
          leave()
          release(address)
        }
      } catch (error) {
        release(address)
        throw error
      }
    },
  }
}

/** One of the eight that all processes share. @throws 429 as below */
async function anySlot(locks: Locks, address: string, request: IncomingMessage): Promise<() => void> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until && !request.destroyed) {
    for (let slot = 0; slot < AT_ONCE; slot++) {
      const leave = await locks.tryTake(`subidas de ${address} ${slot}`)
      if (leave) return leave
    }
    await sleep(LOOK_MS)
  }
  throw tooLong()
}

/** @throws 429 when a minute was not enough; whoever hangs up leaves the line. */
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
  new Refusal(429, { detail: 'Hay muchas subidas desde tu conexión. Esperá un momento y probá de nuevo.' })
