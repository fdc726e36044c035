// One outside map service, with the limits that its owners ask for: one request a second by all processes
// together, and none while it is down. Each process finds out by itself whether it is down.
import { readJson } from '../../http/json.ts'
import type { Locks } from '../../runtime/locks.ts'
import type { Falla } from '../probe.ts'
import { MapsDown } from './port.ts'

export type UpstreamOptions = {
  /** Its address, also with a key: `https://host/path?key=…`, which then goes along with each question. */
  base: string
  /** 'product/version (contact)': public services refuse a client that does not identify itself. */
  userAgent: string
  now: () => number
  /** The locks of all processes: they hold the turn to ask. */
  locks: Pick<Locks, 'take'>
  /** Milliseconds between two calls. */
  everyMs?: number
  budgetMs?: number
}

export type Upstream = {
  /** The key of its cached answers. */
  host: string
  /**
   * `path` has a query. `quien`: the caller's network, so that none fills the line. @throws MapsDown if it
   * does not answer in time, or with nonsense
   */
  get(path: string, quien?: string | undefined): Promise<{ status: number; body: unknown }>
  falla(): Falla
}

const EVERY_MS = 1_000
const BUDGET_MS = 4_000
const MAX_WAITING = 5
/** The most waiting calls of one network: the rest of the line is for all others. */
const MAX_WAITING_OF_ONE = 3
const MAX_BYTES = 2 * 1024 ** 2
const BREAK_AFTER = 5
const BREAK_MS = 30_000

export function createUpstream({
  base,
  userAgent,
  now,
  locks,
  everyMs = EVERY_MS,
  budgetMs = BUDGET_MS,
}: UpstreamOptions): Upstream {
  const { origin, host, pathname, search } = new URL(base)
  const root = `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '')
  const more = search.replace('?', '&')
  const waiting: (string | undefined)[] = []
  let failures = 0
  let failingSince = 0
  let closedUntil = 0

  /** Waits for this call's turn; the next one is `everyMs` later. @throws MapsDown if it takes too long */
  async function turn(quien: string | undefined): Promise<void> {
    const own = quien === undefined ? 0 : waiting.filter((one) => one === quien).length
    if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_OF_ONE) throw new MapsDown('too many questions')
    waiting.push(quien)
    try {
      // Long enough for the last in the line
      const patience = Math.max(budgetMs, (MAX_WAITING + 1) * everyMs)
      const release = await locks.take(`mapas ${root}`, { signal: AbortSignal.timeout(patience) })
      setTimeout(release, everyMs)
    } catch (error) {
      throw new MapsDown('no turn to ask', { cause: error })
    } finally {
      waiting.splice(waiting.indexOf(quien), 1)
    }
  }

  async function ask(path: string, quien?: string): Promise<{ status: number; body: unknown }> {
    if (now() < closedUntil) throw new MapsDown('it has just failed several times')
    await turn(quien)
    try {
      const answer = await read(path)
      failures = 0
      failingSince = 0
      return answer
    } catch (error) {
      failingSince ||= now()
      if (++failures >= BREAK_AFTER) closedUntil = now() + BREAK_MS
      if (error instanceof MapsDown) throw error
      throw new MapsDown(error instanceof Error ? error.message : String(error))
    }
  }

  async function read(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${root}${path}${more}`, {
      headers: { accept: 'application/json', 'user-agent': userAgent },
      signal: AbortSignal.timeout(budgetMs),
    })
    const text = await limited(response)
    if (isKeyRefused(response.status)) throw new MapsDown(`HTTP ${response.status}`, { isRefused: true })
    if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
    return { status: response.status, body: readJson(text) }
  }

  return {
    host,
    get: ask,
    falla: () => (failingSince ? { since: failingSince, failures } : null),
  }
}

/** Statuses for an address with a wrong key, or without the required one. */
export const isKeyRefused = (status: number): boolean => status === 401 || status === 403

async function limited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('an answer without end')
  }
  return text
}
