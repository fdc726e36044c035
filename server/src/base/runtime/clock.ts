import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** A smaller difference may be the query's own travel time. */
const TRUSTED_MS = 2_000
const LOOK_MS = 60_000

/** `offMs`: add it to this machine's clock. */
export type Clock = { offMs(): number; stop(): void }

/**
 * A shop of several processes uses its database's clock: by its own, a machine that is an hour fast would end
 * what the others have just begun. Compared again each minute; while the database is away the last difference
 * holds.
 */
export async function startClock(pool: pg.Pool, log: FastifyBaseLogger): Promise<Clock> {
  let offMs = 0
  async function look(): Promise<void> {
    const before = Date.now()
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    const after = Date.now()
    const off = Math.round((rows[0]?.ms ?? before) - (before + after) / 2)
    // The database read its clock anywhere between `before` and `after`, since a query may wait for a connection:
    // `off` is right to half of that time. One millisecond is added because Date.now() has no fractions
    const next = Math.abs(off) <= Math.max(TRUSTED_MS, (after - before) / 2 + 1) ? 0 : off
    if (next !== 0 && offMs === 0) log.warn({ offMs: next }, 'this machine’s clock is not the database’s')
    offMs = next
  }
  await look()
  const timer = setInterval(() => void look().catch((err) => log.warn({ err }, 'clock')), LOOK_MS)
  return { offMs: () => offMs, stop: () => clearInterval(timer) }
}
