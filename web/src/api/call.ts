import type { Api } from '@imprimitodo/shared/api'
import type { Answered, Endpoint, Sent } from '@imprimitodo/shared/api/endpoint'
import { erroresOf } from '@imprimitodo/shared/rules/errores'
import { headersFor } from './headers.ts'

/** Spec section 7: 300000 ms for every request. */
export const TIMEOUT_MS = 300_000

export type Answer<T> =
  | { ok: true; status: number; data: T; errores: null }
  | { ok: false; status: number; data: unknown; errores: string | null }

type Contract<K extends keyof Api> = Api[K] extends Endpoint ? Api[K] : never
type Asked<E extends Endpoint> = (E extends { params: unknown } ? { params: Sent<E, 'params'> } : unknown) &
  (E extends { query: unknown } ? { query?: Sent<E, 'query'> } : unknown) &
  (E extends { body: unknown } ? { body: Sent<E, 'body'> } : unknown)
/** `token`: the bearer of a session that is not the customer's (the counter keeps its own). */
type Around = { signal?: AbortSignal; token?: string }
type Args<E extends Endpoint> = E extends { params: unknown } | { body: unknown }
  ? [options: Asked<E> & Around]
  : [options?: Asked<E> & Around]
/** What `call` takes after the key, for those who wrap it. */
export type CallArgs<K extends keyof Api> = Args<Contract<K>>
export type AnswerOf<K extends keyof Api> = Answer<Answered<Contract<K>>>
type Loose = Around & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * One call of the contract. Never throws on a status: `ok` tells, `errores` is the message by the rule of spec
 * section 8. Throws what `fetch` throws: TypeError without network, AbortError, TimeoutError after 300 s.
 */
export async function call<K extends keyof Api>(key: K, ...[options]: CallArgs<K>): Promise<AnswerOf<K>> {
  const { params, query, body, signal, token } = (options ?? {}) as Loose
  const [method = 'GET', path = '/'] = key.split(' ')
  const { signal: limited, done } = withTimeout(signal)
  try {
    const response = await fetch(address(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        ...(await headersFor(method, token)),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: limited,
    })
    const data = readBody(await response.text())
    return answerOf<Answered<Contract<K>>>(response.status, data)
  } finally {
    done()
  }
}

/** The server checks its answers against the contract: this is the boundary where its word is taken. */
export function answerOf<T>(status: number, data: unknown): Answer<T> {
  if (status >= 200 && status < 300) return { ok: true, status, data: data as T, errores: null }
  return { ok: false, status, data, errores: erroresOf(data) }
}

/** JSON if it is, else the text itself: a proxy's error page is still shown as something. */
export function readBody(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function address(path: string, params: Loose['params'], query: Loose['query']): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  if (pairs.length === 0) return filled
  return `${filled}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}

/** AbortSignal.any is too new for the phones we serve. */
function withTimeout(outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('Se agotó el tiempo de espera.', 'TimeoutError')),
    TIMEOUT_MS,
  )
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow)
  const done = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
  }
  return { signal: controller.signal, done }
}
