import { type Rechazo, rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import { vi } from 'vitest'

/** `codigo`: why it is refused; absent, the code of its status, as the server sends it; null: none, as a proxy refuses. */
type Reply = {
  status: number
  codigo?: Rechazo | null
  body?: unknown
  headers?: Record<string, string>
}
type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown }

/**
 * The parts of a browser that `call` needs: session storage, cookies, and a server that answers by `'METHOD
 * /path'`. A call without a script is answered 200 {}. Each has fresh modules of the api.
 */
export async function fakeBrowser(script: Record<string, (sent: Sent) => Reply | Promise<Reply>>) {
  vi.resetModules()
  const storage = new Map<string, string>()
  const cookies: string[] = []
  const sent: Sent[] = []
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://imprimitodo.example' })
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text)
    },
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const request = { method: init.method ?? 'GET', path, headers: init.headers ?? {}, body: init.body }
    if (init.credentials !== 'include') throw new Error(`${path} goes without credentials`)
    sent.push(request)
    const reply = (await script[`${request.method} ${path}`]?.(request)) ?? { status: 200, body: {} }
    const { status, body } = reply
    init.signal?.throwIfAborted()
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    return new Response(text, { status, headers: replyHeaders(reply) })
  })
  const [{ call }, { onSessionEnd }, startup] = await Promise.all([
    import('./call.ts'),
    import('./session/renewal.ts'),
    import('./startup.ts'),
  ])
  const ended = vi.fn()
  onSessionEnd(ended)
  return {
    call,
    startup,
    storage,
    cookies,
    sent,
    /** Receives the end of the session, as the frame does. */
    ended,
    times: (key: string) => sent.filter(({ method, path }) => `${method} ${path}` === key).length,
  }
}

/** With the code that every answer of 400 or more carries. */
export function replyHeaders({ status, codigo, headers }: Reply): Record<string, string> {
  const named = codigo === undefined && status >= 400 ? rechazoOf(status) : codigo
  return { ...headers, ...(named && { 'x-codigo': named }) }
}

type Answer = Reply | 'cut'
/** `clave`: its Idempotency-Key, if it has one. */
export type ReceivedCall = { call: string; query: string; body: unknown; clave?: string }

/**
 * A server for components: answers by `'METHOD /path'` as the script says now, all other calls with 404.
 * `'cut'` is a lost connection. Returns the calls received, in order, with their bodies.
 * `vi.unstubAllGlobals` removes it.
 */
export function fakeServer(
  script: Record<string, Answer | ((sent: ReceivedCall) => Answer | Promise<Answer>)>,
): ReceivedCall[] {
  const calls: ReceivedCall[] = []
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(input, 'http://localhost')
    const clave = new Headers(headers).get('idempotency-key')
    const sent = {
      call: `${method} ${pathname}`,
      query: search,
      body: typeof body === 'string' ? JSON.parse(body) : body,
      ...(clave && { clave }),
    }
    calls.push(sent)
    const found = script[sent.call] ?? { status: 404, body: {} }
    const answer = typeof found === 'function' ? await found(sent) : found
    if (answer === 'cut') throw new TypeError('Failed to fetch')
    const text = answer.status === 204 ? null : JSON.stringify(answer.body ?? {})
    return new Response(text, { status: answer.status, headers: replyHeaders(answer) })
  })
  return calls
}
