import type { FastifyReply } from 'fastify'
import { refuse } from './errors.ts'

export type Limiter = {
  /** Counts one; false, and nothing counted, when `max` were counted within the window. */
  take(key: string): boolean
  /** Whether another one would be allowed. */
  allows(key: string): boolean
  /** Whole seconds until another one will be. */
  secondsLeft(key: string): number
  /** As if nothing had been counted. */
  forget(key: string): void
}

/** At this many keys those that ended are swept, so that a flood of addresses does not fill the memory. */
const SWEEP_AT = 10_000

/**
 * At most `max` of something for each key within a sliding window. In the memory of one process: with N of them
 * the limit is N times as high, which these limits (against guessing and hammering) can bear.
 */
export function createLimiter(max: number, windowMs: number, now: () => Date): Limiter {
  const times = new Map<string, number[]>()
  const live = (key: string): number[] => {
    const since = now().getTime() - windowMs
    const kept = (times.get(key) ?? []).filter((time) => time > since)
    if (kept.length) times.set(key, kept)
    else times.delete(key)
    return kept
  }
  return {
    take(key) {
      const taken = live(key)
      if (taken.length >= max) return false
      if (times.size >= SWEEP_AT) for (const known of times.keys()) live(known)
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

/** The key of a network address: of IPv6 its first half, because a household owns all of the second. */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const all =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, missing)).fill('0'), ...tail.split(':')]
  return all.slice(0, 4).join(':')
}

/** 429 with Retry-After. */
export function tooMany(reply: FastifyReply, seconds: number) {
  reply.header('retry-after', String(Math.max(1, seconds)))
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return refuse(
    429,
    `Demasiados intentos. Probá de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  )
}
