// Named locks across processes: a killed process releases all of its own at once.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { isLost, ofDriver } from '../db/lost.ts'
import { KEEPALIVE, REACHABLE } from '../db/open.ts'
import { within } from './within.ts'

export type Locks = {
  /**
   * Waits until `name` is free, here and in other processes. @returns a function that releases it. `asked`:
   * another caller waits for it, or it was lost with the database: release it soon. @throws once `signal` is aborted
   */
  take(name: string, options?: { signal?: AbortSignal; asked?: () => void }): Promise<() => void>
  /** Does not wait: null if it is held. */
  tryTake(name: string): Promise<(() => void) | null>
  stop(): Promise<void>
}

const CHANNEL = 'cerrojos'
const TRY_MS = 100
/** A waiting process repeats its request: the holder may not have been listening yet. */
const ASK_EVERY = 10
/** A connection that has not ended by then is left to itself. */
const END_MS = 1_000

type Line = { asked: (() => void) | undefined; waiting: (() => void)[] }

/**
 * In the memory of one process; with `databaseUrl` shared by all processes on it: advisory locks of one
 * connection.
 */
export function createLocks(databaseUrl: string | null, log: FastifyBaseLogger): Locks {
  const lines = new Map<string, Line>()
  const shared =
    databaseUrl === null ? null : createShared(databaseUrl, log, (name) => lines.get(name)?.asked?.())

  function next(name: string): void {
    const line = lines.get(name)
    const enter = line?.waiting.shift()
    if (enter) enter()
    else lines.delete(name)
  }

  async function enter(name: string, signal: AbortSignal | undefined): Promise<Line> {
    const line = lines.get(name)
    if (!line) {
      const fresh: Line = { asked: undefined, waiting: [] }
      lines.set(name, fresh)
      return fresh
    }
    line.asked?.()
    await new Promise<void>((go, fail) => {
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(turn), 1)
        fail(signal?.reason)
      }
      const turn = () => {
        signal?.removeEventListener('abort', leave)
        go()
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.waiting.push(turn)
    })
    return line
  }

  const letGo = (name: string, line: Line) => () => {
    line.asked = undefined
    // Before the next waiter here tries: the connection would still hold our own lock and grant it again
    void (shared?.release(name) ?? Promise.resolve()).then(() => next(name))
  }

  return {
    async take(name, { signal, asked } = {}) {
      signal?.throwIfAborted()
      const line = await enter(name, signal)
      try {
        await shared?.take(name, signal)
      } catch (error) {
        next(name)
        throw error
      }
      line.asked = asked
      if (line.waiting.length > 0) asked?.()
      return letGo(name, line)
    },
    async tryTake(name) {
      if (lines.has(name)) return null
      const line = await enter(name, undefined)
      try {
        if (await (shared?.tryTake(name) ?? true)) return letGo(name, line)
      } catch (error) {
        next(name)
        throw error
      }
      next(name)
      return null
    },
    async stop() {
      await shared?.stop()
    },
  }
}

/** `asked` gets the names that others wait for, and those that were lost with their connection. */
function createShared(databaseUrl: string, log: FastifyBaseLogger, asked: (name: string) => void) {
  /** The connection that holds each name: a lock of PostgreSQL can only be released on the connection that took it. */
  const held = new Map<string, pg.Client>()
  let current: { client: pg.Client; opening: Promise<pg.Client> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  let stopped = false

  /**
   * One query at a time. A connection whose query fails is ended: the query may have taken a lock all the
   * same. A query on a lost connection is repeated once.
   */
  function query(text: string, values: unknown[]) {
    const ask = async () => {
      const client = await connection()
      try {
        const { rows } = await client.query(text, values)
        return { rows, client }
      } catch (error) {
        leave(client)
        await within(END_MS, client.end()) // without a network it would not end, and all queries wait for this one
        throw error
      }
    }
    const mine = last.then(() =>
      ask()
        .catch((error) => {
          if (!isLost(ofDriver(error))) throw error
          return ask()
        })
        .catch((error) => {
          throw ofDriver(error)
        }),
    )
    last = mine.catch(() => {}) // the caller gets the error
    return mine
  }

  function connection(): Promise<pg.Client> {
    if (stopped) return Promise.reject(new Error('The locks are stopped.'))
    if (current) return current.opening
    const client = new pg.Client({
      connectionString: databaseUrl,
      ...REACHABLE,
      query_timeout: 10_000,
    })
    client.on('end', () => leave(client))
    client.on('error', (err) => log.warn({ err }, 'locks'))
    client.on('notification', ({ payload = '' }) => held.has(payload) && asked(payload))
    const opening = open(client)
    opening.catch(() => leave(client))
    current = { client, opening }
    return opening
  }

  async function open(client: pg.Client): Promise<pg.Client> {
    try {
      await client.connect()
      await client.query([...KEEPALIVE, `listen ${CHANNEL}`].join('; '))
      return client
    } catch (error) {
      client.end().catch(() => {}) // it may never have been open
      throw error
    }
  }

  /**
   * Forgets a connection and its locks; the next query opens another one. A connection may end after its successor was
   * opened: the successor stays, since a forgotten connection would keep its locks for good.
   */
  function leave(client: pg.Client): void {
    if (current?.client === client) current = undefined
    const lost = [...held].flatMap(([name, holder]) => (holder === client ? name : []))
    for (const name of lost) held.delete(name)
    for (const name of lost) asked(name)
  }

  async function tryTake(name: string): Promise<boolean> {
    const { rows, client } = await query('select pg_try_advisory_lock($1::bigint) as mine', [keyOf(name)])
    if (rows[0].mine) held.set(name, client)
    return rows[0].mine
  }

  return {
    tryTake,
    async take(name: string, signal: AbortSignal | undefined): Promise<void> {
      for (let tries = 0; ; tries++) {
        if (await tryTake(name)) return
        if (tries % ASK_EVERY === 0) await query('select pg_notify($1, $2)', [CHANNEL, name])
        await sleep(TRY_MS, undefined, { signal })
      }
    },
    async release(name: string): Promise<void> {
      if (!held.delete(name)) return // lost with its connection
      // A connection that is lost meanwhile took the lock with it
      await query('select pg_advisory_unlock($1::bigint)', [keyOf(name)]).catch(() => {})
    },
    async stop(): Promise<void> {
      stopped = true
      await (await current?.opening.catch(() => undefined))?.end()
    },
  }
}

/** 64 bits of the name's hash: two names with the same bits would only wait for each other. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE().toString()
