import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './buy.ts'

/** 409: somebody else was first, which is an answer. No visitor here asks for anything that deserves another refusal. */
const isFailure = (status: number) => status >= 400 && status !== 409

/** A read that was answered: when it was sent, how long it took. */
export type Lectura = { at: number; ms: number }

export type Trafico = ReturnType<typeof startTrafico>

/** Every call of every visitor passes here: paced, timed and counted. `url`: where they all go. */
export function startTrafico(url: string) {
  let gapMs = 0
  let slot = 0
  let until = Number.POSITIVE_INFINITY
  let reads: Lectura[] = []
  let calls = 0
  const failures: string[] = []

  async function inTime(): Promise<void> {
    if (gapMs === 0 || performance.now() > until) return // what began ends unpaced
    slot = Math.max(slot + gapMs, performance.now())
    await sleep(Math.max(1, slot - performance.now()))
  }

  return {
    /** Of one visitor, by an address of its own. */
    sendAs:
      (visitor: number): Send =>
      async (path, init) => {
        await inTime()
        const counts = performance.now() < until
        if (counts) calls++
        const headers = { ...init.headers, 'x-forwarded-for': `10.7.${visitor >> 8}.${visitor & 255}` }
        const isRead = (init.method ?? 'GET') === 'GET'
        const started = performance.now()
        try {
          const answer = await fetch(`${url}${path}`, { ...init, headers })
          const body = await answer.arrayBuffer()
          if (counts && isFailure(answer.status)) failures.push(`${path} ${answer.status}`)
          if (counts && isRead) reads.push({ at: started, ms: performance.now() - started })
          const isEmpty = body.byteLength === 0 // some statuses may have no body, not even an empty one
          return new Response(isEmpty ? null : body, { status: answer.status, headers: answer.headers })
        } catch (error) {
          if (counts) failures.push(`${path} ${Object(error).cause ?? error}`)
          throw error
        }
      },
    /**
     * From now on so many calls a second in all, of each visitor alike; 0: as many as come. Those that begin within
     * `ms` count, and nothing of before.
     */
    pace(perSecond: number, ms: number): void {
      gapMs = perSecond && 1000 / perSecond
      slot = performance.now()
      until = slot + ms
      calls = 0
      reads = []
      failures.length = 0
    },
    count: () => ({ calls, reads: [...reads], failures: [...failures] }),
  }
}
