import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { Send } from './buy.ts'

/** The longest answer that waits on purpose takes 20 s. */
const SILENCE_MS = 60_000

/**
 * 409: another visitor was first, which is a normal answer. No visitor here sends anything that would be
 * refused otherwise.
 */
const isFailure = (status: number) => status >= 400 && status !== 409

/** A read that was answered: its time and its duration. */
export type Lectura = { at: number; ms: number }
/** A call that failed: its time, its path, and its status or error. */
export type Fallo = { at: number; text: string }

/** Prints it, and each way in which a call failed. */
export function tellFailures(what: string, failures: Fallo[]): void {
  console.log(what)
  const kinds = Map.groupBy(failures, ({ text }) =>
    text.replace(/[\w-]{20,}|[\w]{4}-[\w]{4}-[\w]{4}|\d{2,}(?=\/)/g, '…'),
  )
  for (const [kind, all] of kinds) console.log(`  ${all.length} x ${kind}`)
}

export type Trafico = ReturnType<typeof startTrafico>

/** Every call of every visitor goes through here: paced, timed and counted. `url`: their target. */
export function startTrafico(url: string) {
  const agent = new Agent({ keepAlive: true })
  let gapMs = 0
  let slot = 0
  let until = Number.POSITIVE_INFINITY
  let reads: Lectura[] = []
  let calls = 0
  const failures: Fallo[] = []

  async function inTime(): Promise<void> {
    if (gapMs === 0 || performance.now() > until) return // what began ends unpaced
    slot = Math.max(slot + gapMs, performance.now())
    await sleep(Math.max(1, slot - performance.now()))
  }

  return {
    /** The calls of one visitor, with an address of its own. */
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
          const { status, body, ...answer } = await ask(agent, `${url}${path}`, { ...init, headers })
          if (counts && isFailure(status)) failures.push({ at: started, text: `${path} ${status}` })
          if (counts && isRead) reads.push({ at: started, ms: performance.now() - started })
          const isEmpty = body.byteLength === 0 // some statuses may have no body, not even an empty one
          return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: answer.headers })
        } catch (error) {
          if (counts) failures.push({ at: started, text: `${path} ${error}` })
          throw error
        }
      },
    /**
     * Allows this many calls a second in all from now on, equally for each visitor; 0: no limit. Counts from zero, and
     * only calls that begin within `ms`.
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

/**
 * Sends what a phone's browser sends, without fetch(), whose overhead takes an eighth of a core on the machine under
 * load. Only data is decompressed, since no page is read here.
 */
async function ask(agent: Agent, url: string, { method = 'GET', headers, body }: RequestInit) {
  const asked = { 'accept-encoding': 'br', ...Object.fromEntries(new Headers(headers)) }
  const sent = request(url, { agent, method, headers: asked, timeout: SILENCE_MS })
  sent.on('timeout', () => sent.destroy(new Error('No answer')))
  sent.on('error', () => {}) // the answer reports it too, if one had begun
  if (body instanceof ArrayBuffer) sent.end(new Uint8Array(body))
  else sent.end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('No answer')
  const bytes = await buffer(answer)
  const isData =
    answer.headers['content-encoding'] === 'br' && answer.headers['content-type']?.includes('json')
  return {
    status: answer.statusCode ?? 0,
    headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: isData ? brotliDecompressSync(bytes) : bytes,
  }
}
