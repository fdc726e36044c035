import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from './errors.ts'

const SLOW = 'Está tardando más de lo normal. Fijate en un momento si quedó hecho antes de repetirlo.'

/** The limits of a call, for every caller. */
export type Budget = {
  /**
   * For the whole body, unless its route says otherwise; null: a stream, which its handler counts and limits.
   */
  bodyBytes: number | null
  /**
   * From the headers to the last byte of the body; null: as long as bytes come. Silent connections are cut
   * elsewhere.
   */
  bodyMs: number | null
  /** From the headers to the answer, if it is JSON. Files are sent as slowly as they are read. */
  answerMs: number | null
  /** Whether the call is put off while the server is overloaded. */
  waits: boolean
}

/** For every body without files, in bytes. */
export const BODY_LIMIT = 64 * 1024

const VISITOR: Budget = { bodyBytes: BODY_LIMIT, bodyMs: 60_000, answerMs: 60_000, waits: true }

export const BUDGETS = {
  visitor: VISITOR,
  /** Files of customers. */
  upload: { ...VISITOR, bodyBytes: null, bodyMs: null, answerMs: null },
  /** Files of a page that was served already: without its scripts and styles the page is worth nothing. */
  part: { ...VISITOR, waits: false },
  /** Staff is answered while visitors wait; an agent asks and is answered within 55 s. */
  staff: { ...VISITOR, answerMs: 90_000, waits: false },
  /** Pictures of the shop window, from the back office. */
  picture: { ...VISITOR, bodyMs: null, answerMs: 90_000, waits: false },
  /** Videos of the shop window, from the back office. */
  video: { ...VISITOR, bodyBytes: null, bodyMs: null, answerMs: null, waits: false },
  /** Notifications of payments. */
  payment: { ...VISITOR, answerMs: 20_000, waits: false },
  /** A health check must always be answered. */
  health: { ...VISITOR, answerMs: 20_000, waits: false },
} satisfies Record<string, Budget>

export type BudgetKind = keyof typeof BUDGETS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If it does not follow from the address. */
    budget?: BudgetKind
    /** Why its body may be larger than others. */
    largeBody?: string
    /** Until the call is answered, in ms. */
    answerMs?: number
  }
}

/** A call as it was registered. */
export type RegisteredCall = RouteOptions & { budget: BudgetKind }

/**
 * Gives every route that is registered later its budget. @returns these routes. Call it before any scope is
 * registered: hooks apply to inner scopes.
 */
export function keepBudgets(root: FastifyInstance): readonly RegisteredCall[] {
  const calls: RegisteredCall[] = []
  root.addHook('onRoute', (route) => {
    const budget = route.config?.budget ?? kindOf(route.url)
    const { answerMs } = BUDGETS[budget]
    // The time limit would cut off a file that is still being read
    const isTimed = answerMs !== null && route.schema?.response !== undefined
    route.config = { ...(isTimed && { answerMs }), ...route.config, budget }
    calls.push(Object.assign(route, { budget }))
  })
  answerInTime(root)
  return calls
}

/**
 * A call that takes too long gets 503; its work goes on. Fastify's own `handlerTimeout` stops watching a call
 * as soon as its body was read (https://github.com/fastify/fastify/pull/6725).
 */
function answerInTime(root: FastifyInstance): void {
  root.addHook('onRequest', ({ routeOptions: { config }, log }, reply, done) => {
    if (config?.answerMs) {
      const timer = setTimeout(() => {
        if (reply.sent) return
        log.warn('too slow')
        reply.send(new Refusal(503, { detail: SLOW }, { retryAfter: 30 }))
      }, config.answerMs)
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Unregistered addresses have a visitor's budget. */
export const budgetOf = ({ routeOptions }: FastifyRequest): Budget =>
  BUDGETS[routeOptions.config?.budget ?? 'visitor']

function kindOf(url: string): BudgetKind {
  if (/^\/api\/(?:mostrador|agente)\//.test(url)) return 'staff'
  return /^\/(?:assets|imagenes|videos)\//.test(url) ? 'part' : 'visitor'
}
