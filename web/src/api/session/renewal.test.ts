import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from '../testing.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ME = 'GET /api/clientes/me'
const REFRESH = 'POST /api/auth/refresh/'
const CLEARED = 'refresh=; path=/; max-age=0'

/** Answers 200 only to the bearer `good`; `pause` delays each answer by a different time. */
const onlyFor = (good: string) => ({
  [ME]: async ({ headers }: { headers: Record<string, string> }) => ({
    status: headers.Authorization === `Bearer ${good}` ? 200 : 401,
    body: {},
  }),
})
const renewed = { [REFRESH]: () => ({ status: 200, body: { access: 'nuevo' } }) }

describe('a 401', () => {
  it('is renewed and sent again once, with the new token', async () => {
    const { call, storage, sent, times, ended } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
    storage.set('access', 'viejo')
    expect((await call(ME)).status).toBe(200)
    expect(storage.get('access')).toBe('nuevo')
    expect(times(REFRESH)).toBe(1)
    expect(sent.find(({ path }) => path === '/api/auth/refresh/')?.body).toBeUndefined()
    expect(sent.filter(({ path }) => path === '/api/clientes/me').map((one) => one.headers)).toEqual([
      { Authorization: 'Bearer viejo' },
      { Authorization: 'Bearer nuevo' },
    ])
    expect(ended).not.toHaveBeenCalled()
  })

  it('is renewed with the bearer that ran out, and the CSRF token is asked for with it', async () => {
    const { call, storage, sent } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
    storage.set('access', 'viejo')
    await call(ME)
    const carried = sent.map(({ path, headers }) => [path, headers.Authorization])
    expect(carried).toContainEqual(['/get_token_local', 'Bearer viejo'])
    expect(carried).toContainEqual(['/api/auth/refresh/', 'Bearer viejo'])
  })

  it('of a visitor with a valid refresh cookie logs them in', async () => {
    const { call, storage } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
    expect((await call(ME)).status).toBe(200)
    expect(storage.get('access')).toBe('nuevo')
  })

  it('again, after the renewal, is the answer', async () => {
    const { call, storage, times } = await fakeBrowser({ ...onlyFor('nadie'), ...renewed })
    storage.set('access', 'viejo')
    expect((await call(ME)).status).toBe(401)
    expect([times(ME), times(REFRESH)]).toEqual([2, 1])
  })

  it.each(['viejo', ''])('ten at once share one renewal (token before: %j)', async (before) => {
    const { call, storage, times } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
    if (before) storage.set('access', before)
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(ME)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect([times(ME), times(REFRESH)]).toEqual([20, 1])
  })

  it('ten at once share one refusal', async () => {
    const { call, storage, times, ended } = await fakeBrowser({
      ...onlyFor('nuevo'),
      [REFRESH]: () => ({ status: 401, body: { detail: 'No.' } }),
    })
    storage.set('access', 'viejo')
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(ME)))
    expect(answers.every(({ status }) => status === 401)).toBe(true)
    expect([times(ME), times(REFRESH)]).toEqual([10, 1])
    expect(ended).toHaveBeenCalledOnce()
  })

  it('that comes after the renewal uses its token, without another', async () => {
    let answerLate = () => {}
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    const { call, storage, times } = await fakeBrowser({
      ...renewed,
      [ME]: async ({ headers }) => {
        const isNew = headers.Authorization === 'Bearer nuevo'
        if (!isNew && times(ME) === 1) await late
        return { status: isNew ? 200 : 401, body: {} }
      },
    })
    storage.set('access', 'viejo')
    const slow = call(ME)
    await call(ME)
    answerLate()
    expect((await slow).status).toBe(200)
    expect(times(REFRESH)).toBe(1)
  })

  it('that comes after the session ended is the answer', async () => {
    const { call, storage, times } = await fakeBrowser({
      [ME]: () => {
        storage.delete('access') // logged out meanwhile
        return { status: 401, body: {} }
      },
      ...renewed,
    })
    storage.set('access', 'viejo')
    expect((await call(ME)).status).toBe(401)
    expect([times(ME), times(REFRESH)]).toEqual([1, 0])
  })

  it('of a session of its own (the counter) is never renewed', async () => {
    const { call, storage, times } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
    storage.set('access', 'viejo')
    expect((await call(ME, { token: 'otro' })).status).toBe(401)
    expect((await call(ME, { token: '' })).status).toBe(401)
    expect(times(REFRESH)).toBe(0)
    expect(storage.get('access')).toBe('viejo')
  })
})

describe('a renewal that fails', () => {
  it.each([
    ['is refused', { status: 401, body: { detail: 'No.' } }],
    ['breaks', { status: 500, body: 'x' }],
    ['answers no content', { status: 204 }],
    ['has no token', { status: 200, body: {} }],
    ['has an empty token', { status: 200, body: { access: '' } }],
    ['has something else', { status: 200, body: { access: 7 } }],
  ])('because it %s: token and cookie go, the caller gets the 401', async (_, reply) => {
    const { call, storage, cookies, ended, times } = await fakeBrowser({
      ...onlyFor('nuevo'),
      [REFRESH]: () => reply,
    })
    storage.set('access', 'viejo')
    expect((await call(ME)).status).toBe(401)
    expect(storage.has('access')).toBe(false)
    expect(cookies).toEqual([CLEARED])
    expect(ended).toHaveBeenCalledOnce()
    expect([times(ME), times(REFRESH)]).toEqual([1, 1])
  })

  it.each([
    ['throws', () => Promise.reject(new TypeError('no network')), 'viejo', [[true]]],
    ['throws', () => Promise.reject(new TypeError('no network')), '', []],
    ['is refused', () => ({ status: 401 }), 'viejo', [[true]]],
    ['is refused', () => ({ status: 401 }), '', [[false]]],
  ])('because it %s: cleared, logged, and told whether there was a session: token %j', async (...one) => {
    const [, reply, before, told] = one
    const { call, storage, cookies, ended } = await fakeBrowser({
      ...onlyFor('nuevo'),
      [REFRESH]: reply,
    })
    if (before) storage.set('access', before)
    expect((await call(ME)).status).toBe(401)
    expect(storage.has('access')).toBe(false)
    expect(cookies).toEqual([CLEARED])
    expect(ended.mock.calls).toEqual(told)
    expect(console.error).toHaveBeenCalledOnce()
  })

  it('can be tried again by the next call', async () => {
    let attempt = 0
    const { call, storage } = await fakeBrowser({
      ...onlyFor('nuevo'),
      [REFRESH]: () => (++attempt === 1 ? { status: 503 } : { status: 200, body: { access: 'nuevo' } }),
    })
    expect((await call(ME)).status).toBe(401)
    expect((await call(ME)).status).toBe(200)
    expect(storage.get('access')).toBe('nuevo')
  })
})

describe('a renewal that is answered after the customer logged out', () => {
  const OK = { status: 200, body: { access: 'nuevo' } }
  const NO = { status: 401, body: { detail: 'No.' } }
  it.each([
    ['renewed', null, OK],
    ['refused', null, NO],
    ['cut', null, 'cut'],
    ['renewed', 'de otra', OK],
    ['refused', 'de otra', NO],
    ['cut', 'de otra', 'cut'],
  ] as const)('changes nothing and is not told: %s, the token now is %j', async (_, now, reply) => {
    let answer = (): void => undefined
    const late = new Promise<void>((resolve) => (answer = resolve))
    const { call, storage, cookies, ended, times } = await fakeBrowser({
      [ME]: ({ headers }) => ({ status: headers.Authorization === 'Bearer viejo' ? 401 : 200 }),
      [REFRESH]: () =>
        late.then(() => (reply === 'cut' ? Promise.reject(new TypeError('no network')) : reply)),
    })
    storage.set('access', 'viejo')
    const asked = call(ME)
    await vi.waitFor(() => expect(times(REFRESH)).toBe(1))
    storage.delete('access')
    if (now) storage.set('access', now)
    answer()
    expect((await asked).status).toBe(now ? 200 : 401)
    expect(storage.get('access')).toBe(now ?? undefined)
    expect(cookies).toEqual([])
    expect(ended).not.toHaveBeenCalled()
  })
})

it('works where storage is forbidden, as long as the page is open', async () => {
  const { call, sent } = await fakeBrowser({ ...onlyFor('nuevo'), ...renewed })
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  expect((await call(ME)).status).toBe(200)
  await call(ME)
  expect(sent.at(-1)?.headers).toEqual({ Authorization: 'Bearer nuevo' })
})
