// Hides lost database connections from callers: a restart, a failover, an administrator who ends sessions.
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Counters, createCounters } from '../runtime/counters.ts'
import { isLost, isRolledBack, isSilent, ofDriver } from './lost.ts'

/** For each running attempt of a transaction, the work to do once it is committed. */
const afterwards = new WeakMap<object, (() => void)[]>()

/** Connections that ended together with the first one are out of the pool after this. */
const PAUSE_MS = 250
const TRIES = 2
const SLOW_MS = 500

/** COMMIT was sent and not answered: the transaction may hold or not, so it is not repeated. */
export class CommitUnknown extends Error {}

/**
 * Drizzle on `pool`. A transaction whose connection is lost before its COMMIT, or that PostgreSQL rolled back
 * because of another one, is repeated once, from its beginning: **the callback of `transaction` may run
 * twice**, so its effects outside the database must bear that. A lone SELECT is repeated too; a lone
 * statement that writes is not, since it may have been done.
 */
export function openDatabase(pool: pg.Pool, counters: Counters = createCounters()): NodePgDatabase {
  const db = drizzle({ client: withReadsRepeated(pool, counters) })
  const transaction: NodePgDatabase['transaction'] = async (work, config) => {
    const { result, waiting } = await timed(counters, 'transaction', () =>
      repeat(() => attempt({ pool, counters }, withAfterwards(work), config)),
    )
    for (const one of waiting) one()
    return result
  }
  return Object.assign(db, { transaction })
}

type Outcome<T> = { done: T } | { error: unknown; mayRepeat: boolean }

async function repeat<T>(tryOnce: () => Promise<Outcome<T>>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce()
    if ('done' in outcome) return outcome.done
    if (!outcome.mayRepeat || tries === TRIES) throw outcome.error
    await sleep(PAUSE_MS)
  }
}

/**
 * Does `work` once `tx` is committed: once, however often the transaction was repeated, and never if it was
 * rolled back or its outcome is unknown. For counters and logs; what must not be lost is written in the
 * transaction.
 */
export function afterCommit(tx: object, work: () => void): void {
  const waiting = afterwards.get(tx)
  if (!waiting) throw new Error('afterCommit is for transactions of openDatabase.')
  waiting.push(work)
}

/**
 * The same for a nudge that may be superfluous: if `db` is the database itself, or a savepoint, it is given
 * at once.
 */
export function nudgeAfterCommit(db: object, nudge: () => void): void {
  const waiting = afterwards.get(db)
  if (waiting) waiting.push(nudge)
  else nudge()
}

/** The result of a query that changes nothing, or that it may be repeated. */
async function ask<T>(question: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await question() }
  } catch (thrown) {
    const error = ofDriver(thrown)
    return { error, mayRepeat: isLost(error) || isRolledBack(error) }
  }
}

const withAfterwards =
  <T>(work: Work<T>): Work<{ result: T; waiting: (() => void)[] }> =>
  async (tx) => {
    const waiting: (() => void)[] = []
    afterwards.set(tx, waiting)
    return { result: await work(tx), waiting }
  }

type Transaction = NodePgDatabase['transaction']
type Work<T> = (tx: Parameters<Parameters<Transaction>[0]>[0]) => Promise<T>

async function attempt<T>(
  { pool, counters }: { pool: pg.Pool; counters: Counters },
  work: Work<T>,
  config: Parameters<Transaction>[1],
): Promise<Outcome<T>> {
  const asked = performance.now()
  const isFree = pool.idleCount > 0 || pool.totalCount < pool.options.max
  const connected = await ask(() => pool.connect())
  if (!isFree) {
    counters.add('database_waits')
    counters.add('database_wait_seconds', {}, (performance.now() - asked) / 1000)
  }
  if ('error' in connected) return connected
  const client = connected.done
  let isGone = false
  let isCommitting = false
  let failure: unknown
  const gone = () => {
    isGone = true
  }
  client.once('error', gone)
  try {
    const done = await drizzle({ client: endedBySilence(client) }).transaction(async (tx) => {
      try {
        const result = await work(tx)
        isCommitting = !isGone // no COMMIT is sent on a lost connection
        return result
      } catch (error) {
        failure = error
        throw error
      }
    }, config)
    client.release()
    return { done }
  } catch (thrown) {
    // If ROLLBACK fails too, Drizzle throws that error
    const error = failure ?? thrown
    const isBroken = isGone || isLost(thrown) || thrown !== error
    client.release(isBroken)
    if (isBroken && isCommitting)
      return { error: new CommitUnknown('COMMIT', { cause: error }), mayRepeat: false }
    return { error, mayRepeat: isBroken || isRolledBack(error) }
  } finally {
    client.off('error', gone)
  }
}

/** `client`, which is ended when a statement is not answered: its ROLLBACK would wait as long again. */
function endedBySilence(client: pg.PoolClient): pg.PoolClient {
  return withQuery(client, (config, values) =>
    client.query(config, values).catch((error) => {
      if (isSilent(error)) void client.end()
      throw error
    }),
  )
}

/** `pool` with counted statements; a lone SELECT is repeated once when its connection was lost. */
function withReadsRepeated(pool: pg.Pool, counters: Counters): pg.Pool {
  return withQuery(pool, (config, values) =>
    timed(counters, 'statement', () =>
      isRead(config) ? repeat(() => ask(() => pool.query(config, values))) : pool.query(config, values),
    ),
  )
}

type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** `target` as Drizzle sees it, with another `query`. Why by a Proxy: docs/decisions/070. */
const withQuery = <T extends pg.Pool | pg.PoolClient>(target: T, query: Query): T =>
  new Proxy(target, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name, of)) })

/** Includes the wait for a connection, which the caller waited for too. */
async function timed<T>(
  counters: Counters,
  kind: 'transaction' | 'statement',
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    counters.add('database_calls', { kind })
    if (performance.now() - started > SLOW_MS) counters.add('database_slow', { kind })
  }
}

const isRead = ({ text }: pg.QueryConfig): boolean => /^\s*select\b/i.test(text)
