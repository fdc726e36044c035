// Whether each service outside is answering, as seen by the calls that were made anyway, without asking for it.

import { FiscalRejected } from './fiscal/port.ts'
import { MailRefused } from './mail/port.ts'
import { AddressNotFound } from './maps/port.ts'
import { CheckoutRefused, RefundRefused } from './payments/port.ts'
import type { Falla } from './probe.ts'

export type Pulso = {
  /** The same port, its calls noticed. */
  watch<Port extends object>(name: string, port: Port): Port
  /** By name, of this process alone. */
  fallas(): Map<string, Falla>
}

/** What says nothing of the service: the owner trying it out, and what is done here. */
const INSIDE = new Set(['probe', 'challenge', 'falla'])

/** Answers, however unwelcome: the service works. */
const ANSWERS = [MailRefused, AddressNotFound, FiscalRejected, CheckoutRefused, RefundRefused]

/** Of HTTP: what says that our call was wrong, but for credentials and haste, which are about all calls. */
function isAnswer(error: unknown): boolean {
  if (ANSWERS.some((kind) => error instanceof kind)) return true
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}

export function createPulso(now: () => number = Date.now): Pulso {
  const fallas = new Map<string, Falla>()

  function note(name: string, isFine: boolean): void {
    const before = fallas.get(name)
    fallas.set(name, isFine ? null : { since: before?.since ?? now(), failures: (before?.failures ?? 0) + 1 })
  }

  return {
    watch<Port extends object>(name: string, port: Port): Port {
      fallas.set(name, null)
      const watched = Object.entries(port).map(([key, member]) => {
        if (typeof member !== 'function' || INSIDE.has(key)) return [key, member]
        const call = (...args: unknown[]) => {
          const result: unknown = member(...args)
          if (result instanceof Promise)
            result.then(
              () => note(name, true),
              (error) => note(name, isAnswer(error)),
            )
          return result
        }
        return [key, call]
      })
      return Object.fromEntries(watched) as Port
    },
    fallas: () => fallas,
  }
}
