// Whether each outside service answers, judged by calls that are made anyway, without extra ones.

import { FiscalRejected } from './fiscal/port.ts'
import { MailRefused } from './mail/port.ts'
import { AddressNotFound } from './maps/port.ts'
import { CheckoutRefused, RefundRefused } from './payments/port.ts'
import type { Falla } from './probe.ts'

export type Pulso = {
  /** The same port, with its calls observed. */
  watch<Port extends object>(name: string, port: Port): Port
  /** The failures by service name, for this process alone. */
  fallas(): Map<string, Falla>
}

/** Calls that say nothing of the service: the owner's tries, and local work. */
const INSIDE = new Set(['probe', 'challenge', 'falla'])

/** Errors that are answers, however unwelcome: the service works. */
const ANSWERS = [MailRefused, AddressNotFound, FiscalRejected, CheckoutRefused, RefundRefused]

/**
 * HTTP errors that say that our call was wrong; not those about credentials or rate, which concern all calls.
 */
function isAnswer(error: unknown): boolean {
  if (ANSWERS.some((kind) => error instanceof kind)) return true
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}

/** A call that was not answered counts as one failure for each minute: all others may be waiting behind it. */
const SILENT_MS = 60_000

export function createPulso(now: () => number = Date.now): Pulso {
  const fallas = new Map<string, Falla>()
  /** The present port of each name: a call to a port that was replaced may end much later, and does not count. */
  const current = new Map<string, object>()

  function note(name: string, port: object, isFine: boolean): void {
    if (current.get(name) !== port) return
    const before = fallas.get(name)
    fallas.set(name, isFine ? null : { since: before?.since ?? now(), failures: (before?.failures ?? 0) + 1 })
  }

  return {
    watch<Port extends object>(name: string, port: Port): Port {
      fallas.set(name, null)
      current.set(name, port)
      const watched = Object.entries(port).map(([key, member]) => {
        if (typeof member !== 'function' || INSIDE.has(key)) return [key, member]
        const call = (...args: unknown[]) => {
          const result: unknown = member(...args)
          if (!(result instanceof Promise)) return result
          const silent = setInterval(() => note(name, port, false), SILENT_MS).unref()
          result
            .then(
              () => note(name, port, true),
              (error) => note(name, port, isAnswer(error)),
            )
            .finally(() => clearInterval(silent))
          return result
        }
        return [key, call]
      })
      return Object.fromEntries(watched) as Port
    },
    fallas: () => fallas,
  }
}
