// Connections of a pool are given out in turns of the addresses whose calls wait, and within an address in turns of its
// browsers: many calls of one sender, or calls that wait for one row, keep no other sender waiting.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Many people may share an address, as on a campus; `browser` null: the call named none. */
export type CallSender = { address: string; browser: string | null }
/** Whose call it is, and whether it has a connection already. `sender` null: no visitor asked for it. */
type Caller = { sender: CallSender | null; isServed: boolean }

const callers = new AsyncLocalStorage<Caller>()
/** Jobs, and the start. */
const NOBODY: Caller = { sender: null, isServed: false }

/** Does `work`, and all that follows from it, in the turns of `sender`. */
export const asSender = <T>(sender: CallSender, work: () => T): T =>
  callers.run({ sender, isServed: false }, work)

/** A turn that was taken. */
export type Turn = { end(): void; waited: boolean }

export type Turns = {
  /** Waits for a turn of `sender`. @throws after the time to wait */
  take(sender: CallSender | null): Promise<Turn>
  /** How many calls wait. */
  waiting(): number
}

type Waiting = { enter: () => void }
/** The calls of each browser that wait; the browser whose turn is next comes first. */
type Line = Map<string, Waiting[]>

/** Of five connections an address has four at most, and of five of these a browser four. */
const SHARE = 5
const mostOf = (all: number): number => Math.max(1, all - Math.ceil(all / SHARE))

/**
 * At most `most` turns at once; one address and one browser have fewer (`SHARE`), work of nobody (null) as many as there
 * are. `waitMs`: a caller that waited so long is refused, as `pg` does.
 */
export function createTurns(most: number, waitMs: number): Turns {
  const mostOfAddress = mostOf(most)
  const mostOfBrowser = mostOf(mostOfAddress)
  const busy = new Map<string, number>()
  /** By address; that whose turn is next comes first. */
  const lines = new Map<string, Line>()
  let taken = 0

  const busyOf = (key: string) => busy.get(key) ?? 0
  const hasRoom = ({ address, browser }: Keys) =>
    taken < most && (address === '' || (busyOf(address) < mostOfAddress && busyOf(browser) < mostOfBrowser))

  function count({ address, browser }: Keys, change: 1 | -1): void {
    taken += change
    for (const key of [address, browser]) {
      const now = busyOf(key) + change
      if (now > 0) busy.set(key, now)
      else busy.delete(key)
    }
  }

  function serveNext(): void {
    for (const [address, line] of lines)
      for (const [browser, calls] of line) {
        if (!hasRoom({ address, browser })) continue
        const next = calls.shift()
        toTheEnd(line, browser, calls.length)
        toTheEnd(lines, address, line.size)
        next?.enter()
        return
      }
  }

  function leave({ address, browser }: Keys, one: Waiting): void {
    const line: Line = lines.get(address) ?? new Map()
    const calls = (line.get(browser) ?? []).filter((other) => other !== one)
    if (calls.length > 0) line.set(browser, calls)
    else line.delete(browser)
    if (line.size === 0) lines.delete(address)
  }

  function wait(keys: Keys): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        leave(keys, one)
        fail(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      const enter = () => {
        clearTimeout(timer)
        count(keys, 1)
        done()
      }
      const one = { enter }
      const line: Line = lines.get(keys.address) ?? new Map()
      lines.set(keys.address, line)
      const calls = line.get(keys.browser) ?? []
      line.set(keys.browser, calls)
      calls.push(one)
    })
  }

  return {
    async take(sender) {
      const keys = keysOf(sender)
      const waited = !hasRoom(keys)
      if (waited) await wait(keys)
      else count(keys, 1)
      const end = () => {
        count(keys, -1)
        serveNext()
      }
      return { end, waited }
    },
    waiting: () =>
      [...lines.values()].flatMap((line) => [...line.values()]).reduce((sum, calls) => sum + calls.length, 0),
  }
}

/** `address` '': nobody's. */
type Keys = { address: string; browser: string }

const keysOf = (sender: CallSender | null): Keys => {
  const { address, browser } = sender ?? { address: '', browser: null }
  return { address, browser: `${address} ${browser ?? ''}` }
}

/** Whoever was served comes last; whoever waits no more goes. */
function toTheEnd<T>(all: Map<string, T>, key: string, left: number): void {
  const own = all.get(key)
  all.delete(key)
  if (own !== undefined && left > 0) all.set(key, own)
}

/** Of a pool that is given no time to wait itself. */
const WAIT_MS = 10_000

const known = new WeakMap<object, Turns>()

function turnsOf(pool: pg.Pool): Turns {
  const { max, connectionTimeoutMillis = WAIT_MS } = pool.options
  const turns = known.get(pool) ?? createTurns(max, connectionTimeoutMillis)
  known.set(pool, turns)
  return turns
}

/**
 * Does `work`, which takes one connection of the pool, when it is the caller's turn. A caller that has a connection is
 * not asked to wait for itself. `waited`: whether the caller waited.
 */
export async function withTurn<T>(pool: pg.Pool, work: (waited: boolean) => Promise<T>): Promise<T> {
  const caller = callers.getStore() ?? NOBODY
  if (caller.isServed) return work(false)
  const turn = await turnsOf(pool).take(caller.sender)
  try {
    return await callers.run({ ...caller, isServed: true }, () => work(turn.waited))
  } finally {
    turn.end()
  }
}

/** How many calls wait for a connection of `pool`. */
export const waitingFor = (pool: Pick<pg.Pool, 'waitingCount'>): number =>
  pool.waitingCount + (known.get(pool)?.waiting() ?? 0)
