import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '../db/open.ts'
import type { CuentaDeLimite, Events } from '../runtime/events.ts'
import { Refusal } from './errors.ts'

export type Limiter = {
  /** Counts one; false, with nothing counted, if `max` were counted within the window. */
  take(key: string): boolean
  /** Whether another one would be allowed. */
  allows(key: string): boolean
  /** Whole seconds until another one is allowed. */
  secondsLeft(key: string): number
  /** Resets the count. */
  forget(key: string): void
}

/** From this many keys on, expired ones are swept, so that a flood of addresses does not fill the memory. */
const SWEEP_AT = 10_000

/** At most `max` of something for each key within a sliding window. `name`: the same in every process. */
export type Limits = (name: string, max: number, windowMs: number) => Limiter

/** Other processes are told of counts in batches; TOLD_AT_ONCE of them fit into one notification (8000 bytes). */
const TELL_MS = 20
const TOLD_AT_ONCE = 60

type Others = { db: Queryable; events: Pick<Events, 'tell' | 'listen'>; log: FastifyBaseLogger }

/**
 * Counted in memory, so that asking costs nothing. With `others` the other processes are told of each one a
 * moment later: of calls at once in N processes a few more than `max` may pass, never N times as many. A
 * start begins at zero, and counts that are told while the database is away are lost.
 */
export function createLimits(now: () => Date, others: Others | null): Limits {
  const known = new Map<string, Set<Limiter>>()
  const own = randomUUID()
  let untold: CuentaDeLimite[] = []
  others?.events.listen('cuentas', ({ de, cuentas }) => {
    if (de === own) return
    for (const { limite, clave, olvidar } of cuentas)
      for (const counter of known.get(limite) ?? []) {
        if (olvidar) counter.forget(clave)
        else counter.take(clave)
      }
  })

  async function tellSoon({ db, events, log }: Others, cuenta: CuentaDeLimite): Promise<void> {
    if (untold.push(cuenta) > 1) return
    await sleep(TELL_MS)
    const all = untold
    untold = []
    try {
      for (let at = 0; at < all.length; at += TOLD_AT_ONCE)
        await events.tell(db, 'cuentas', { de: own, cuentas: all.slice(at, at + TOLD_AT_ONCE) })
    } catch (err) {
      log.warn({ err }, 'limits')
    }
  }

  return (name, max, windowMs) => {
    const counter = createCounter(max, windowMs, now)
    if (!others) return counter
    known.set(name, (known.get(name) ?? new Set()).add(counter))
    // Hashed to a fixed length, since it has to fit into a notification
    const clave = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)
    const tell = (cuenta: Omit<CuentaDeLimite, 'limite'>) =>
      void tellSoon(others, { limite: name, ...cuenta })
    return {
      take(key) {
        const taken = counter.take(clave(key))
        if (taken) tell({ clave: clave(key) })
        return taken
      },
      allows: (key) => counter.allows(clave(key)),
      secondsLeft: (key) => counter.secondsLeft(clave(key)),
      forget(key) {
        counter.forget(clave(key))
        tell({ clave: clave(key), olvidar: true })
      },
    }
  }
}

function createCounter(max: number, windowMs: number, now: () => Date): Limiter {
  const times = new Map<string, number[]>()
  let sweepAt = SWEEP_AT
  const live = (key: string): number[] => {
    const until = now().getTime()
    // Times ahead of a clock that was set back would count until it gets there
    const kept = (times.get(key) ?? []).filter((time) => time > until - windowMs && time <= until)
    if (kept.length) times.set(key, kept)
    else times.delete(key)
    return kept
  }
  /** Runs again once the keys have doubled, so that keys which must stay cost each call nothing. */
  function sweep(): void {
    for (const known of times.keys()) live(known)
    sweepAt = Math.max(SWEEP_AT, 2 * times.size)
  }
  return {
    take(key) {
      const taken = live(key)
      if (taken.length >= max) return false
      if (times.size >= sweepAt) sweep()
      times.set(key, [...taken, now().getTime()])
      return true
    },
    allows: (key) => live(key).length < max,
    secondsLeft(key) {
      const taken = live(key)
      const first = taken[taken.length - max]
      return first === undefined ? 0 : Math.ceil((first + windowMs - now().getTime()) / 1000)
    },
    forget: (key) => void times.delete(key),
  }
}

/** One count of a limit: that of `key`. */
export type Bucket = readonly [limit: Limiter, key: string]

/** Seconds until all of them have room for one more; null if they have it now. */
export function waitFor(buckets: readonly Bucket[]): number | null {
  const full = buckets.find(([limit, key]) => !limit.allows(key))
  return full ? full[0].secondsLeft(full[1]) : null
}

/** Counts nothing. @throws 429 with Retry-After if one of them is full */
export function needRoom(buckets: readonly Bucket[]): void {
  const seconds = waitFor(buckets)
  if (seconds !== null) throw tooMany(seconds)
}

/** Counts one in each of them. */
export function countIn(buckets: readonly Bucket[]): void {
  for (const [limit, key] of buckets) limit.take(key)
}

/** Counts one in each of them. @throws 429 with Retry-After if one of them is full, with nothing counted */
export function takeFrom(buckets: readonly Bucket[]): void {
  needRoom(buckets)
  countIn(buckets)
}

/** 429 with Retry-After. */
export function tooMany(seconds: number): Refusal {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const detail = `Demasiados intentos. Probá de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
  return new Refusal(429, { detail }, { codigo: 'limite', retryAfter: seconds })
}
