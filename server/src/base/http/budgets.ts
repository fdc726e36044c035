import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from './errors.ts'

const SLOW = 'Está tardando más de lo normal. Fijate en un momento si quedó hecho antes de repetirlo.'

/** What a call may cost, for every caller. */
export type Budget = {
  /** Of the whole body, unless its route says otherwise; null: a stream, which its handler counts and limits. */
  bodyBytes: number | null
  /** From the headers to the last byte of the body; null: as long as bytes come. Silence is cut elsewhere. */
  bodyMs: number | null
  /** From the headers to the answer, where it is JSON. Files travel as slowly as they are read. */
  answerMs: number | null
  /** Whether it is put off while the server is behind. */
  waits: boolean
}

/** Of every body where no file travels, in bytes. */
export const BODY_LIMIT = 64 * 1024

const VISITOR: Budget = { bodyBytes: BODY_LIMIT, bodyMs: 60_000, answerMs: 60_000, waits: true }

export const BUDGETS = {
  visitor: VISITOR,
  /** Files of customers. */
  upload: { ...VISITOR, bodyBytes: null, bodyMs: null, answerMs: null },
  /** Files of a page that was served already: without its scripts and styles the page is worth nothing. */
  part: { ...VISITOR, waits: false },
  /** The shop works on while visitors wait; an agent asks and is answered within 55 s. */
  staff: { ...VISITOR, answerMs: 90_000, waits: false },
  /** Pictures of the shop window, from the back office. */
  picture: { ...VISITOR, bodyMs: null, answerMs: 90_000, waits: false },
  /** Videos of the shop window, from the back office. */
  video: { ...VISITOR, bodyBytes: null, bodyMs: null, answerMs: null, waits: false },
  /** Notifications of payments. */
  payment: { ...VISITOR, answerMs: 20_000, waits: false },
  /** A check of the server's health must always be answered. */
  health: { ...VISITOR, answerMs: 20_000, waits: false },
} satisfies Record<string, Budget>

export type BudgetKind = keyof typeof BUDGETS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the address does not tell. */
    budget?: BudgetKind
    /** Why its body may be larger than others. */
    largeBody?: string
    /** Until the call is answered, in ms. */
    answerMs?: number
  }
}

/** A call as it was registered. */
export type Call = RouteOptions & { budget: BudgetKind }

/**
 * Gives every route that is registered from now on its budget. @returns them, as they come. Before any scope: hooks
 * reach down.
 */
export function keepBudgets(root: FastifyInstance): readonly Call[] {
  const calls: Call[] = []
  root.addHook('onRoute', (route) => {
    const budget = route.config?.budget ?? kindOf(route.url)
    const { answerMs } = BUDGETS[budget]
    // A file that is still being read would be cut off by it
    const isTimed = answerMs !== null && route.schema?.response !== undefined
    route.config = { ...(isTimed && { answerMs }), ...route.config, budget }
    calls.push(Object.assign(route, { budget }))
  })
  answerInTime(root)
  return calls
}

/**
 * What takes too long is answered 503; its work goes on. Fastify's own `handlerTimeout` forgets every call with a body as
 * soon as the body was read (https://github.com/fastify/fastify/pull/6725).
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

/** Addresses that no call was registered for have a visitor's budget. */
export const budgetOf = ({ routeOptions }: FastifyRequest): Budget =>
  BUDGETS[routeOptions.config?.budget ?? 'visitor']

function kindOf(url: string): BudgetKind {
  if (/^\/api\/(?:mostrador|agente)\//.test(url)) return 'staff'
  return /^\/(?:assets|imagenes|videos)\//.test(url) ? 'part' : 'visitor'
}
