// Work that one of the processes does at its time.
import { dayOf, startOfDay } from '@imprimitodo/shared/rules/base/fecha'
import pg from 'pg'
import { KEEPALIVE, REACHABLE } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { within } from '../../base/runtime/within.ts'

export type Vigia = {
  /** Does the work unless it is not due, or another process is at it. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Right after a start customers come first; a machine that is off at night catches up a little later. */
const FIRST_LOOK_MS = 10 * 60_000
const LOOK_MS = 60_000
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** Work that takes longer hangs. A first copy of a large shop over a slow line takes a day. */
const LONGEST_MS = 48 * HOUR_MS
const ANSWER_MS = 10_000

class TooLong extends Error {
  override message = 'Tardó demasiado, y se dejó. Se intenta de nuevo.'
}

/** The reason of a failed work, for the owner; null: the server stops, and the next start does it. */
export function reasonOfEnd(signal: AbortSignal, error: unknown): unknown {
  if (!signal.aborted) return error
  return signal.reason instanceof TooLong ? signal.reason : null
}

/**
 * Looks every minute, one look at a time; `stop` aborts the current one by its signal, and waits for it. So is work
 * that takes longer than `longestMs`.
 */
export function startVigia(
  log: Deps['log'],
  work: (signal: AbortSignal) => Promise<void>,
  longestMs = LONGEST_MS,
): Vigia {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= limited()
    return running
  }
  async function limited(): Promise<void> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new TooLong()), longestMs)
    try {
      await work(AbortSignal.any([ending.signal, limit.signal]))
    } finally {
      clearTimeout(timer)
      running = undefined
    }
  }
  const lookSafely = () => void look().catch((err) => log.error({ err }, 'respaldo'))
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    lookSafely()
    every = setInterval(lookSafely, LOOK_MS)
  }, FIRST_LOOK_MS)
  return {
    look,
    async stop() {
      clearTimeout(first)
      clearInterval(every)
      ending.abort()
      await running?.catch(() => {})
    },
  }
}

/** In one of all processes, and only when it is due. `lock`: any number, the same in every server. */
export async function doAlone(
  url: string,
  lock: number,
  isDue: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await isDue())) return
  // The lock belongs to this connection: a process that dies releases it
  const client = new pg.Client({ connectionString: url, ...REACHABLE, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(KEEPALIVE.join('; '))
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [lock])
    if (rows[0].mine && (await isDue())) await work()
  } finally {
    await within(ANSWER_MS, client.end())
  }
}

/** Another process may write down an instant that is to come for this one: their clocks differ a little. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Whether it was between `since` and `now`. What was written down ahead of a clock that was set back does not count:
 * until the clock gets there again nothing would be due.
 */
export const isBetween = (instant: Date | null, since: Date | number, now: Date): instant is Date =>
  instant !== null && instant >= new Date(since) && instant.getTime() <= now.getTime() + CLOCKS_DIFFER_MS

/** When that hour last struck in the shop. */
export function lastTurn(now: Date, hora: number): Date {
  const today = startOfDay(dayOf(now)) + hora * HOUR_MS
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}
