import type { Api } from '@imprimitodo/shared/api'
import type { Answered, Endpoint, Sent } from '@imprimitodo/shared/api/endpoint'
import { erroresOf } from '@imprimitodo/shared/rules/base/errores'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { baseOf } from './base.ts'
import { noteDate } from './clock.ts'
import { takeEarly } from './early.ts'
import { authorised } from './headers.ts'
import { noteProblem } from './problem.ts'
import { rechazoIn, rechazoOfBody } from './rechazo.ts'
import { NotSentError } from './sin-respuesta.ts'
import { withTimeout } from './timeout.ts'

/**
 * Of a refusal, `codigo` is the reason, by which a screen decides; `data` is the body, with the details that a screen
 * uses (which files, the new total); `errores` is the text for people.
 */
export type Answer<T> =
  | { ok: true; status: number; codigo: null; data: T; errores: null }
  | { ok: false; status: number; codigo: Rechazo | null; data: unknown; errores: string | null }

type Contract<K extends keyof Api> = Api[K] extends Endpoint ? Api[K] : never
type Asked<E extends Endpoint> = (E extends { params: unknown } ? { params: Sent<E, 'params'> } : unknown) &
  (E extends { query: unknown } ? { query?: Sent<E, 'query'> } : unknown) &
  (E extends { body: unknown } ? { body: Sent<E, 'body'> } : unknown)
/**
 * `token`: the bearer of a session that is not the customer's (the counter keeps its own), never renewed.
 * `form`: the body is sent as form fields. `prefer`: a preference of ours (RFC 7240), which other servers
 * ignore. `clave`: the Idempotency-Key of one click, the same in a repeated call.
 */
type Around = { signal?: AbortSignal; token?: string; form?: boolean; prefer?: string; clave?: string }
type Args<E extends Endpoint> = E extends { params: unknown } | { body: unknown }
  ? [options: Asked<E> & Around]
  : [options?: Asked<E> & Around]
/** The arguments of `call` after the key, for functions that wrap it. */
export type CallArgs<K extends keyof Api> = Args<Contract<K>>
export type AnswerOf<K extends keyof Api> = Answer<Answered<Contract<K>>>
type Loose = Around & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * One call of the contract. Never throws on a status: `ok` tells, `errores` is the text for the screen (`erroresOf`).
 * A 401 of the customer's session is renewed and sent again once. Throws what `fetch` throws: TypeError
 * without network or where another server answered (NotSentError where nothing can have left), AbortError,
 * TimeoutError after 300 s.
 */
export async function call<K extends keyof Api>(key: K, ...[options]: CallArgs<K>): Promise<AnswerOf<K>> {
  const { params, query, body, form, prefer, signal, token, clave } = (options ?? {}) as Loose
  const [method = 'GET', path = '/'] = key.split(' ')
  const base = await baseOf(path)
  const sent = encode(body, form)
  const type = body !== undefined && !form && { 'Content-Type': 'application/json' }
  return authorised(method, { base, token }, (headers) =>
    withTimeout(signal, async (limited) => {
      const url = base + address(path, params, query)
      const made = takeEarly(method, url)
      const response = await (made ??
        send(url, {
          method,
          credentials: 'include',
          headers: {
            ...headers,
            ...type,
            ...(prefer && { Prefer: prefer }),
            ...(clave && { 'Idempotency-Key': clave }),
          },
          body: sent,
          signal: limited,
        }))
      noteDate(response.headers)
      return answerOf<Answered<Contract<K>>>(response, await bodyOf(response))
    }),
  )
}

async function send(url: string, init: RequestInit): Promise<Response> {
  // A test's navigator may not know it
  const isOffline = () => navigator.onLine === false
  const wasOffline = isOffline()
  try {
    return await fetch(url, init)
  } catch (error) {
    if (wasOffline && isOffline() && error instanceof TypeError) throw new NotSentError(error.message)
    throw error
  }
}

/** JSON unless the call says form; then its fields are strings. */
function encode(body: unknown, form: boolean | undefined): BodyInit | undefined {
  if (body === undefined) return undefined
  return form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body)
}

/** The body; for a refusal with an unreadable body, UNREADABLE. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return readBody(await response.text())
  } catch (error) {
    if (response.ok) throw error
    return UNREADABLE
  }
}

const UNREADABLE = Symbol('unreadable')

/**
 * Trusts the type of an answer: the server has checked it against the contract.
 * @throws TypeError for an HTML page instead of an answer (a proxy's, a captive portal's): the shop was not
 * reached
 */
export function answerOf<T>(
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
  data: unknown,
): Answer<T> {
  if (status >= 200 && status < 300) {
    if (typeof data === 'string') throw new TypeError('The answer is not the shop’s')
    return { ok: true, status, codigo: null, data: data as T, errores: null }
  }
  noteProblem(data)
  const refused = { ok: false, status, codigo: rechazoIn(headers) ?? rechazoOfBody(status, data) } as const
  if (data === UNREADABLE) return { ...refused, data: null, errores: 'Error desconocido' }
  return { ...refused, data, errores: erroresOf(data) }
}

/** Parses JSON; other text is returned unchanged, so that a proxy's error page is shown at least as text. */
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
