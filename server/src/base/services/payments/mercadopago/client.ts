// HTTP for Mercado Pago. Requests and answers are not logged, only their codes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import { limitedText, retryAfterOf } from '../../../http/answer.ts'
import { readJson } from '../../../http/json.ts'

export type MercadoPagoSettings = {
  accessToken: string
  /** The secret of the panel's webhooks; without it no notification is trusted. */
  webhookSecret: string | undefined
  /** No trailing slash. */
  apiUrl: string
}

/** How long we wait, in ms. Tests are in a hurry. */
export type Patience = { attempt: number; all: number; pause: number }
const PATIENCE: Patience = { attempt: 8_000, all: 20_000, pause: 400 }
const ATTEMPTS = 3
/** If the provider asks for a longer wait, a job or the customer tries again later. */
const MAX_RETRY_AFTER_MS = 5_000
const MAX_BYTES = 4 * 1024 ** 2
const BUSY = [408, 429]
/** Statuses that tell that an earlier call with the same key, perhaps without an answer, is still under way. */
const UNDER_WAY = [409, 423, 425]

/**
 * Mercado Pago refused the call. `said` is its reason, for staff; it may quote our request, so it is not
 * logged.
 */
export class MercadoPagoRefused extends Error {
  status: number
  said: string
  constructor(call: string, status: number, codes: string[], said: string) {
    super(`Mercado Pago: ${call} answered ${status}${codes.length ? ` (${codes.join(', ')})` : ''}`)
    this.status = status
    this.said = said
  }
}

/** No answer, or an unusable one: trying later may help. */
class MercadoPagoDown extends Error {
  /** How long it asks us to wait, in ms. */
  retryAfter: number | undefined
  constructor(call: string, why: string, cause?: unknown, retryAfter?: number) {
    super(`Mercado Pago: ${call}: ${why}`, { cause })
    this.retryAfter = retryAfter
  }
}

export type ProviderCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  body?: object
  /** The provider carries out POSTs with the same key once. */
  key?: string
  headers?: Record<string, string>
}

const Problem = z.object({
  error: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
  cause: z
    .array(z.object({ code: z.union([z.string(), z.number()]).nullish() }))
    .nullish()
    .catch(null),
})

/**
 * Tries until there is an answer, three times at most. Every call may be repeated: GET and PUT by their
 * nature, POST by its key. @throws MercadoPagoRefused; after any other error the call may have taken effect
 * or not
 */
export function createClient(
  { apiUrl, accessToken }: Pick<MercadoPagoSettings, 'apiUrl' | 'accessToken'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  patience: Patience = PATIENCE,
) {
  async function attempt(
    { method, path, query, body, key, headers }: ProviderCall,
    signal: AbortSignal,
  ): Promise<unknown> {
    const call = `${method} ${path}`
    const address = `${apiUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
    const down = (why: string) => (cause: unknown) => {
      throw new MercadoPagoDown(call, why, cause)
    }
    const response = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'x-idempotency-key': key }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    }).catch(down('no answer'))
    const text = await limitedText(response, MAX_BYTES).catch(down('the answer was cut'))
    const { status } = response
    if (status >= 500 || BUSY.includes(status) || (key && UNDER_WAY.includes(status)))
      throw new MercadoPagoDown(call, `answered ${status}`, undefined, retryAfterOf(response))
    if (!response.ok) throw refusedOf(call, status, text)
    return parse(text, down('answered no JSON'))
  }

  return async function ask(asked: ProviderCall): Promise<unknown> {
    const until = performance.now() + patience.all
    for (let tries = 1; ; tries++) {
      const left = Math.max(1, Math.ceil(until - performance.now()))
      try {
        return await attempt(asked, AbortSignal.timeout(Math.min(patience.attempt, left)))
      } catch (err) {
        if (!(err instanceof MercadoPagoDown)) throw err
        const pause = err.retryAfter ?? patience.pause * 2 ** (tries - 1) * (0.5 + Math.random())
        if (tries === ATTEMPTS || pause > MAX_RETRY_AFTER_MS || performance.now() + pause >= until) throw err
        log.warn({ err, tries }, 'mercadopago, to be asked again')
        await sleep(pause)
      }
    }
  }
}
export type Client = ReturnType<typeof createClient>

function refusedOf(call: string, status: number, text: string): MercadoPagoRefused {
  const { error, message, cause } = Problem.catch({}).parse(parse(text, () => null))
  const codes = [error, ...(cause ?? []).map(({ code }) => code)].flatMap((code) =>
    /^[\w .-]{1,60}$/.test(String(code ?? '')) ? [String(code)] : [],
  )
  return new MercadoPagoRefused(call, status, codes, (message ?? '').slice(0, 200))
}

function parse(text: string, otherwise: (error: unknown) => unknown): unknown {
  try {
    return readJson(text)
  } catch (error) {
    return otherwise(error)
  }
}
