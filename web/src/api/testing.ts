import { vi } from 'vitest'

type Reply = { status: number; body?: unknown; headers?: Record<string, string> }
type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown }

/**
 * A browser as far as `call` needs one: session storage, cookies, and a server that answers by `'METHOD /path'`.
 * Whatever is not scripted is answered 200 {}. The api's modules are fresh for each.
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
    const { status, body, headers } = (await script[`${request.method} ${path}`]?.(request)) ?? {
      status: 200,
      body: {},
    }
    init.signal?.throwIfAborted()
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    return new Response(text, { status, headers })
  })
  const [{ call }, { onSessionEnd }, startup] = await Promise.all([
    import('./call.ts'),
    import('./renewal.ts'),
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
    /** Told that the session ended, as the frame is. */
    ended,
    times: (key: string) => sent.filter(({ method, path }) => `${method} ${path}` === key).length,
  }
}

type Answer = Reply | 'cut'
/** `clave`: its Idempotency-Key, where it has one. */
export type Call = { call: string; query: string; body: unknown; clave?: string }

/**
 * A server for components: answers by `'METHOD /path'` as the script says now, anything else with 404. `'cut'` is no
 * network. Answers the calls that came, in order, with their bodies read. Undone by `vi.unstubAllGlobals`.
 */
export function fakeServer(
  script: Record<string, Answer | ((sent: Call) => Answer | Promise<Answer>)>,
): Call[] {
  const calls: Call[] = []
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
    const isEmpty = answer.status === 204
    return new Response(isEmpty ? null : JSON.stringify(answer.body ?? {}), { status: answer.status })
  })
  return calls
}
