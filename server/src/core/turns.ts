import type { IncomingMessage } from 'node:http'
import { Refusal } from './errors.ts'

const AT_ONCE = 8
const WAIT_MS = 60_000

/** At most 8 uploads at once from one address; the others wait their turn unread, so they cost no memory. */
export type Turns = { take(address: string, request: IncomingMessage): Promise<() => void> }

export function createTurns(): Turns {
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
      return () => release(address)
    },
  }
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
    const tooLong = { detail: 'Hay muchas subidas desde tu conexión. Esperá un momento y probá de nuevo.' }
    const leave = settle(() => refuse(new Refusal(429, tooLong)))
    const timer = setTimeout(leave, WAIT_MS)
    request.once('close', leave)
    waiting.push(enter)
  })
}
