// What a busy hour leaves behind is given back to the machine when nobody asks for anything.
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { collect } from './collect.ts'

const LOOK_MS = 10_000
/** Share of the time between two looks: a server that did more than this is not at rest. */
const BUSY = 0.05
/** So many times what was left the last time are worth the collection (0.1 to 0.4 s). */
const GROWN = 1.05

/**
 * V8 keeps the memory of its garbage until it needs the room: 70 MB after a start, more after a busy hour, for as long
 * as nothing happens. @returns how to stop it
 */
export function startRests(): () => void {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let left = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > BUSY || process.memoryUsage.rss() < left * GROWN) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }) // the one that hands pages back
    left = process.memoryUsage.rss()
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
