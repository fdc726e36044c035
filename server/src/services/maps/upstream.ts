// One outside map service, asked as its owners ask to be: once a second by all processes together, and not at all while
// it is down. Whether it is down each process finds out by itself.
import type { Locks } from '../../core/locks.ts'
import type { Falla } from '../probe.ts'
import { MapsDown } from './port.ts'

export type UpstreamOptions = {
  base: string
  /** 'product/version (contact)': public services refuse who does not say who it is. */
  userAgent: string
  now: () => number
  /** Those of all processes: they hold the turn to ask. */
  locks: Pick<Locks, 'take'>
  /** Milliseconds between two calls. */
  everyMs?: number
  budgetMs?: number
}

export type Upstream = {
  /** @throws MapsDown when it does not answer in time, or with nonsense */
  get(path: string): Promise<{ status: number; body: unknown }>
  /** It has been failing for this many milliseconds; 0 while it works. */
  downForMs(): number
  falla(): Falla
}

const EVERY_MS = 1_000
const BUDGET_MS = 4_000
const MAX_WAITING = 5
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
  let waiting = 0
  let failures = 0
  let failingSince = 0
  let closedUntil = 0

  /** Waits for this call's turn, which the next one has `everyMs` later. @throws MapsDown where it takes too long */
  async function turn(): Promise<void> {
    if (waiting >= MAX_WAITING) throw new MapsDown('too many questions')
    waiting++
    try {
      const release = await locks.take(`mapas ${base}`, { signal: AbortSignal.timeout(budgetMs) })
      setTimeout(release, everyMs)
    } catch (error) {
      throw new MapsDown('no turn to ask', { cause: error })
    } finally {
      waiting--
    }
  }

  async function ask(path: string): Promise<{ status: number; body: unknown }> {
    if (now() < closedUntil) throw new MapsDown('it has just failed several times')
    await turn()
    try {
      const answer = await read(path)
      failures = 0
      failingSince = 0
      return answer
    } catch (error) {
      failingSince ||= now()
      if (++failures >= BREAK_AFTER) closedUntil = now() + BREAK_MS
      throw new MapsDown(error instanceof Error ? error.message : String(error))
    }
  }

  async function read(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${base}${path}`, {
      headers: { accept: 'application/json', 'user-agent': userAgent },
      signal: AbortSignal.timeout(budgetMs),
    })
    const text = await limited(response)
    if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
    return { status: response.status, body: JSON.parse(text) }
  }

  return {
    get: ask,
    downForMs: () => (failingSince ? now() - failingSince : 0),
    falla: () => (failingSince ? { since: failingSince, failures } : null),
  }
}

async function limited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('an answer without end')
  }
  return text
}
