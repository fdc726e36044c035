import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from './testing.ts'
import { TIMEOUT_MS } from './timeout.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ME = 'GET /api/clientes/me'
const body = { email: 'ana@example.com', password: 'mate-Amargo7' }

describe('what every request carries', () => {
  it.each([
    ['tok', 'Bearer tok'],
    ['', undefined],
    [null, undefined],
  ])('with %j under `access`, Authorization is %s', async (access, expected) => {
    const { call, sent, storage } = await fakeBrowser({})
    if (access !== null) storage.set('access', access)
    await call(ME)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.Authorization).toBe(expected)
  })

  it('unsafe calls carry the token of GET /get_token_local, asked for once', async () => {
    const { call, sent, times } = await fakeBrowser({
      'GET /get_token_local': () => ({ status: 200, body: {}, headers: { 'X-CSRFToken': 'uno' } }),
    })
    await Promise.all([call('POST /api/logout/'), call('POST /api/auth/login/', { body })])
    expect(times('GET /get_token_local')).toBe(1)
    const unsafe = sent.filter(({ method }) => method === 'POST')
    expect(unsafe.map(({ headers }) => headers['X-CSRFToken'])).toEqual(['uno', 'uno'])
    expect(unsafe.map((one) => one.body)).toEqual([undefined, JSON.stringify(body)])
  })

  it('goes out without a CSRF token where there is none, and asks again next time', async () => {
    const { call, sent, times } = await fakeBrowser({ 'GET /get_token_local': () => ({ status: 500 }) })
    await call('POST /api/logout/')
    await call('POST /api/logout/')
    expect(times('GET /get_token_local')).toBe(2)
    expect(sent.at(-1)?.headers).not.toHaveProperty('X-CSRFToken')
  })

  it('a 403 of a CSRF token that changed meanwhile is sent again with the new one, once', async () => {
    let token = 'viejo'
    const { call, sent } = await fakeBrowser({
      'GET /get_token_local': () => ({ status: 200, headers: { 'X-CSRFToken': token } }),
      'POST /api/logout/': ({ headers }) => {
        const status = headers['X-CSRFToken'] === 'nuevo' ? 200 : 403
        token = 'nuevo'
        return { status, ...(status === 403 && { codigo: 'pagina_vieja' }), body: {} }
      },
    })
    expect((await call('POST /api/logout/')).status).toBe(200)
    expect(sent.filter(({ path }) => path === '/api/logout/')).toHaveLength(2)
  })

  it('goes out without a token where the browser keeps no cookie, which is told; at once from the second call on', async () => {
    let tokens = 0
    const { call, times, sent } = await fakeBrowser({
      'GET /get_token_local': () => ({ status: 200, headers: { 'X-CSRFToken': `n${++tokens}` } }),
      'POST /api/logout/': ({ headers }) =>
        'X-CSRFToken' in headers ? { status: 403, codigo: 'pagina_vieja' } : { status: 200, body: {} },
    })
    const { isWithoutCookies } = await import('./session/csrf.ts')
    expect((await call('POST /api/logout/')).ok).toBe(true)
    expect([times('POST /api/logout/'), isWithoutCookies.get()]).toEqual([3, true])
    expect((await call('POST /api/logout/')).ok).toBe(true)
    expect(times('POST /api/logout/')).toBe(4)
    expect(sent.at(-1)?.headers).not.toHaveProperty('X-CSRFToken')
  })

  it('calls that are refused together for a cookie that is gone share one new token', async () => {
    let [tokens, kept] = [0, '']
    const { call, times } = await fakeBrowser({
      'GET /get_token_local': () => {
        kept = `n${++tokens}`
        return { status: 200, headers: { 'X-CSRFToken': kept } }
      },
      'POST /api/logout/': ({ headers }) =>
        headers['X-CSRFToken'] === kept ? { status: 200, body: {} } : { status: 403, codigo: 'pagina_vieja' },
    })
    const { isWithoutCookies } = await import('./session/csrf.ts')
    await call('POST /api/logout/')
    kept = ''
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /api/logout/')))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
    expect([times('GET /get_token_local'), times('POST /api/logout/')]).toEqual([2, 7])
    expect(isWithoutCookies.get()).toBe(false)
  })

  it('goes out with a token again once the browser keeps cookies', async () => {
    let [tokens, kept] = [0, '']
    const { call } = await fakeBrowser({
      'GET /get_token_local': () => ({ status: 200, headers: { 'X-CSRFToken': kept || `n${++tokens}` } }),
      'POST /api/logout/': ({ headers }) => {
        const token = headers['X-CSRFToken'] ?? ''
        return token === kept ? { status: 200, body: {} } : { status: 403, codigo: 'pagina_vieja' }
      },
    })
    const { isWithoutCookies } = await import('./session/csrf.ts')
    await call('POST /api/logout/')
    expect(isWithoutCookies.get()).toBe(true)
    kept = 'cookie'
    expect((await call('POST /api/logout/')).ok).toBe(true)
    expect(isWithoutCookies.get()).toBe(false)
  })

  it('a token asked for in vain does not drop the one that was asked for after it', async () => {
    type Token = { status: number; headers?: Record<string, string> }
    const answers: ((token: Token) => void)[] = []
    const { call, times } = await fakeBrowser({
      'GET /get_token_local': () => new Promise<Token>((resolve) => answers.push(resolve)),
      'POST /api/logout/': ({ headers }) => {
        const isKnown = headers['X-CSRFToken'] === 'dos'
        return isKnown ? { status: 200, body: {} } : { status: 403, codigo: 'pagina_vieja' }
      },
    })
    const { isWithoutCookies } = await import('./session/csrf.ts')
    isWithoutCookies.set(true) // so that they are refused before there is a token
    const first = call('POST /api/logout/')
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    const second = call('POST /api/logout/')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.({ status: 500 })
    expect((await first).ok).toBe(false)
    isWithoutCookies.set(false)
    const third = call('POST /api/logout/')
    answers[1]?.({ status: 200, headers: { 'X-CSRFToken': 'dos' } })
    expect((await second).ok).toBe(true)
    await vi.waitFor(() => expect(times('POST /api/logout/')).toBe(4))
    expect((await third).ok).toBe(true)
    expect(answers).toHaveLength(2)
  })

  it.each(['captcha', null] as const)('any other 403 is the answer: %s', async (codigo) => {
    let tokens = 0
    const { call, times } = await fakeBrowser({
      'GET /get_token_local': () => ({ status: 200, headers: { 'X-CSRFToken': `n${++tokens}` } }),
      'POST /api/auth/login/': () => ({ status: 403, codigo, body: { detail: 'Falta la verificación.' } }),
    })
    const answer = await call('POST /api/auth/login/', { body })
    expect(answer).toMatchObject({ codigo, errores: 'Falta la verificación.' })
    expect(times('POST /api/auth/login/')).toBe(1)
  })

  it('ends after 300000 ms', async () => {
    expect(TIMEOUT_MS).toBe(300_000)
    vi.useFakeTimers()
    const { call } = await fakeBrowser({})
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const ended = vi.fn()
    void call(ME).catch(ended)
    await vi.advanceTimersByTimeAsync(299_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
  })

  it('can be aborted', async () => {
    const { call } = await fakeBrowser({})
    await expect(call(ME, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a request without an answer', () => {
  it.each([
    ['no network before and after', [false, false], true],
    ['a network before', [true, false], false],
    ['a network after', [false, true], false],
  ])('surely never left only with no network before and after: %s', async (_, [before, after], isUnsent) => {
    const { call } = await fakeBrowser({})
    const { NotSentError } = await import('./sin-respuesta.ts')
    const network = { onLine: before }
    vi.stubGlobal('navigator', network)
    vi.stubGlobal('fetch', async () => {
      network.onLine = after
      throw new TypeError('Failed to fetch')
    })
    const lost = await call('GET /api/clientes/me').catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(TypeError)
    expect(lost instanceof NotSentError).toBe(isUnsent)
  })
})

describe('the envelope', () => {
  it.each([
    [400, undefined, null],
    [502, 'Se cayó', 'Se cayó'],
    [404, { detail: 'No encontrado.' }, 'No encontrado.'],
    [400, { email: ['x', 'y'], nombre: 'z' }, 'email: x, y | nombre: z'],
    [304, undefined, null],
    [200, { detail: 'no es un error' }, null],
    [299, undefined, null],
  ])('%i %j: %j', async (status, answer, errores) => {
    // 304 may have no body, and Response insists
    const { call } = await fakeBrowser({ [ME]: () => ({ status, body: answer }) })
    expect(await call(ME)).toMatchObject({ ok: status < 300, status, errores })
  })

  it('a refusal whose body cannot be read is an unknown error', async () => {
    const { call } = await fakeBrowser({})
    const broken = () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) }), {
        status: 500,
      })
    vi.stubGlobal('fetch', async () => broken())
    expect(await call(ME)).toEqual({
      ok: false,
      status: 500,
      codigo: null,
      data: null,
      errores: 'Error desconocido',
    })
  })

  it.each([
    ['its fields', 400, { email: ['ya existe'] }, 'datos'],
    ['the refused files', 400, { archivos: ['«a.pdf»: está dañado'] }, 'archivo_rechazado'],
    ['another total', 409, { detail: 'Cambió.', importe_final: 950 }, 'importe_cambio'],
    ['what is not there', 404, { detail: 'No encontramos ese pedido.' }, 'no_existe'],
    ['nothing, of a proxy that has no such page', 404, { title: 'Not Found', detail: 'No route.' }, null],
    ['nothing, of a sentence alone', 400, { detail: 'No.' }, null],
    ['nothing, of a proxy', 400, '<html>Bad Request</html>', null],
    ['nothing, of a proxy in JSON', 400, { errors: [{ title: 'Bad Request' }] }, null],
    ['nothing, of a server that failed', 502, { email: ['ya existe'] }, null],
  ])('a refusal that names no code has that of its body: %s', async (_, status, body, codigo) => {
    const { call } = await fakeBrowser({ [ME]: () => ({ status, codigo: null, body }) })
    expect(await call(ME)).toMatchObject({ ok: false, status, codigo })
  })

  it('an HTML page instead of an answer counts as no network, whatever its status', async () => {
    const { call } = await fakeBrowser({})
    vi.stubGlobal('fetch', async () => new Response('<html>Conectate al wifi</html>'))
    await expect(call(ME)).rejects.toThrow(TypeError)
  })
})

describe('the startup configuration', () => {
  const PATH = 'POST /api/obtener_preferencias_locales/'
  const configured = {
    [PATH]: () => ({
      status: 200,
      body: { debug: true, api_fidelizacion: 'https://puntos.example/', recaptcha_site_key: null },
    }),
  }

  it('is asked for once, as a form with its secret', async () => {
    const { startup, sent, times } = await fakeBrowser(configured)
    expect(await Promise.all([startup.start(), startup.start()])).toEqual([true, true])
    expect(times(PATH)).toBe(1)
    expect(String(sent.at(-1)?.body)).toBe('secret=imprimitodo-web')
    expect(sent.at(-1)?.headers).not.toHaveProperty('Content-Type')
  })

  it('loyalty calls wait for it and use its base; their renewal too', async () => {
    const { startup, call, storage, sent, times } = await fakeBrowser({
      ...configured,
      'GET https://puntos.example/api/cupones/': ({ headers }) => ({
        status: headers.Authorization === 'Bearer nuevo' ? 200 : 401,
        body: {},
      }),
      'POST https://puntos.example/api/auth/refresh/': () => ({ status: 200, body: { access: 'nuevo' } }),
    })
    storage.set('access', 'viejo')
    const started = startup.start()
    expect((await call('GET /api/cupones/')).status).toBe(200)
    await started
    // Once with the old token and once with the new one; our own server is not called
    expect(times('GET https://puntos.example/api/cupones/')).toBe(2)
    expect(times('POST https://puntos.example/api/auth/refresh/')).toBe(1)
    expect(sent.some(({ path }) => /^\/api\/(?:cupones|auth)/.test(path))).toBe(false)
    await call(ME)
    expect(sent.at(-1)?.path).toBe('/api/clientes/me')
  })

  it('a session that the loyalty API cannot renew is renewed by our own server', async () => {
    const { startup, call, storage, ended, times } = await fakeBrowser({
      ...configured,
      'GET https://puntos.example/api/cupones/': ({ headers }) => ({
        status: headers.Authorization === 'Bearer nuevo' ? 200 : 401,
        body: {},
      }),
      'POST https://puntos.example/api/auth/refresh/': () => ({ status: 401, body: {} }),
      'POST /api/auth/refresh/': () => ({ status: 200, body: { access: 'nuevo' } }),
    })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    storage.set('access', 'viejo')
    await startup.start()
    expect((await call('GET /api/cupones/')).status).toBe(200)
    expect(times('POST https://puntos.example/api/auth/refresh/')).toBe(1)
    expect(ended).not.toHaveBeenCalled()
    logged.mockRestore()
  })

  it.each([
    ['refused', () => ({ status: 403, body: { detail: 'No.' } })],
    ['unreachable', () => Promise.reject(new TypeError('no network'))],
  ])('%s, everything goes on with the defaults', async (_, reply) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { startup, call, sent } = await fakeBrowser({ [PATH]: reply })
    expect(await startup.start()).toBe(false)
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    await call('GET /api/cupones/')
    expect(sent.at(-1)?.path).toBe('/api/cupones/')
    expect((await startup.preferencias()).recaptcha_site_key).toBeNull()
  })

  it('after a failure the next screen that needs it asks again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    let isUp = false
    const { startup } = await fakeBrowser({
      [PATH]: () => (isUp ? configured[PATH]() : { status: 503, body: {} }),
    })
    expect(await startup.start()).toBe(false)
    isUp = true
    expect(await startup.start()).toBe(true)
    expect((await startup.preferencias()).debug).toBe(true)
    logged.mockRestore()
  })
})
