import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bearer, newCliente, PASSWORD, passCheck } from '../../testing/cuenta.ts'
import { type Shop, testShop } from '../../testing/shop.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const cookie = (token: string) => ({ cookie: `refresh=${token}` })
const renew = (shop: Shop, token: string) => shop.post('/api/auth/refresh/', {}, cookie(token))
const refreshOf = (answer: Awaited<ReturnType<typeof renew>>) =>
  answer.cookies.find(({ name }) => name === 'refresh')
const who = (shop: Shop, access: string) => shop.get('/api/auth/cliente-actual/', bearer(access))

describe('a session', () => {
  test('tells the account, in a list of one', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const answer = await who(shop, access)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      {
        id: expect.any(Number),
        nombre: 'ana pérez',
        email,
        email_pendiente: null,
        fecha_registro: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        puntos: 0,
      },
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('missing from the start is 204 to a page that prefers it so, else 401; a session that is over is 401', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    const ask = (headers: Record<string, string>) =>
      shop.get('/api/auth/cliente-actual/', { prefer: 'visitante=204', ...headers })
    const nobody = await ask({})
    expect(nobody.statusCode).toBe(204)
    expect(nobody.body).toBe('')
    expect(nobody.headers['preference-applied']).toBe('visitante=204')
    expect((await ask({ prefer: 'otra=1' })).statusCode).toBe(401)
    expect((await ask(cookie(refresh))).statusCode).toBe(401)
    expect((await ask(bearer('vencido'))).statusCode).toBe(401)
    expect((await ask(bearer(access))).statusCode).toBe(200)
  })

  test('has an access token for 15 minutes and is renewed by the cookie, which scripts never see', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    shop.clock.offsetMs += 15 * MINUTE
    expect((await who(shop, access)).statusCode).toBe(401)
    const renewed = await renew(shop, refresh)
    expect(renewed.statusCode).toBe(200)
    expect((await who(shop, renewed.json().access)).statusCode).toBe(200)
    expect(refreshOf(renewed)).toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 2_592_000,
    })
    expect(refreshOf(renewed)?.secure).toBeUndefined()
    expect(refreshOf(renewed)?.value).not.toBe(refresh)
  })

  test('limits its cookie to https where the visitor came by https', async () => {
    const shop = await testShop({}, { trustProxy: true })
    const { refresh } = await newCliente(shop)
    const headers = { ...cookie(refresh), 'x-forwarded-proto': 'https' }
    expect(refreshOf(await shop.post('/api/auth/refresh/', {}, headers))?.secure).toBe(true)
  })

  test('renews with no body, an empty one or {}', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    for (const payload of [undefined, '', '{}']) {
      const headers = {
        ...cookie(refresh),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      }
      const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/refresh', headers, payload })
      expect(answer.statusCode).toBe(200)
    }
  })

  test.each([
    ['no cookie', {}],
    ['a made-up one', cookie('A'.repeat(43))],
    ['an empty one', cookie('')],
  ])('is not made from %s', async (_, headers) => {
    const shop = await testShop()
    const answer = await shop.post('/api/auth/refresh/', {}, headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ detail: 'Iniciá sesión para seguir.' })
    expect(refreshOf(answer)).toMatchObject({ value: '', path: '/' })
  })

  test('ends after 30 days unused, and after 90 however much it is used', async () => {
    const shop = await testShop()
    const idle = await newCliente(shop)
    shop.clock.offsetMs += 30 * DAY
    expect((await renew(shop, idle.refresh)).statusCode).toBe(401)

    const busy = await newCliente(shop)
    let token = busy.refresh
    for (let day = 0; day < 4; day++) {
      shop.clock.offsetMs += 22 * DAY
      const answer = await renew(shop, token)
      expect(answer.statusCode).toBe(200)
      token = refreshOf(answer)?.value ?? ''
    }
    shop.clock.offsetMs += 2 * DAY
    expect((await renew(shop, token)).statusCode).toBe(401)
  })
})

describe('rotation', () => {
  test('a repeated renewal after a lost answer gets the same successor', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const first = refreshOf(await renew(shop, refresh))?.value
    shop.clock.offsetMs += 5 * MINUTE
    expect(refreshOf(await renew(shop, refresh))?.value).toBe(first)
  })

  test('an old token is excused 10 s after its successor was first used, and then brings the newest', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const second = refreshOf(await renew(shop, refresh))?.value ?? ''
    const third = refreshOf(await renew(shop, second))?.value ?? ''
    shop.clock.offsetMs += 9 * SECOND
    expect(refreshOf(await renew(shop, refresh))?.value).toBe(third)
    expect((await renew(shop, third)).statusCode).toBe(200)
  })

  test('after that it is theft: the whole family ends, access tokens too', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const second = refreshOf(await renew(shop, refresh))?.value ?? ''
    const last = await renew(shop, second)
    shop.clock.offsetMs += 11 * SECOND
    const stolen = await renew(shop, refresh)
    expect(stolen.statusCode).toBe(401)
    expect(refreshOf(stolen)?.value).toBe('')
    expect((await renew(shop, refreshOf(last)?.value ?? '')).statusCode).toBe(401)
    expect((await who(shop, last.json().access)).statusCode).toBe(401)
  })

  test('reuse in one session leaves the others of the account alone', async () => {
    const shop = await testShop()
    const phone = await newCliente(shop)
    const desk = (await shop.post('/api/auth/login/', { email: phone.email, password: PASSWORD })).json()
    const second = refreshOf(await renew(shop, phone.refresh))?.value ?? ''
    await renew(shop, second)
    shop.clock.offsetMs += 11 * SECOND
    await renew(shop, phone.refresh)
    expect((await who(shop, desk.access)).statusCode).toBe(200)
  })

  test('50 tabs renewing at once stay logged in, with one cookie', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const answers = await Promise.all(Array.from({ length: 50 }, () => renew(shop, refresh)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    const tokens = new Set(answers.map((answer) => refreshOf(answer)?.value))
    expect(tokens.size).toBe(1)
    for (const answer of answers.slice(0, 5))
      expect((await who(shop, answer.json().access)).statusCode).toBe(200)
    expect((await renew(shop, [...tokens][0] ?? '')).statusCode).toBe(200)
  })

  test('a session renewed without end keeps few rows; a pushed-out token is renewed, and no other call waits', async () => {
    const shop = await testShop()
    const [ana, juan] = [await newCliente(shop), await newCliente(shop)]
    const rows = async (table: string) =>
      Number((await shop.db.execute(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n)
    const first = await renew(shop, ana.refresh)
    for (let at = 0; at < 110; at++) await renew(shop, ana.refresh) // successors that are never used
    expect([await rows('accesos'), await rows('refrescos')]).toEqual([101, 3])
    expect((await who(shop, first.json().access)).statusCode).toBe(401)

    let [token, rotated] = [ana.refresh, 0]
    for (
      let answer = await renew(shop, token);
      answer.statusCode === 200;
      answer = await renew(shop, token)
    ) {
      token = refreshOf(answer)?.value ?? ''
      rotated++
    }
    expect([rotated, await rows('accesos'), await rows('refrescos')]).toEqual([600, 101, 602])
    const refused = await renew(shop, token)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['x-codigo']).toBe('limite')
    expect(refreshOf(refused)).toEqual(undefined)
    expect((await renew(shop, juan.refresh)).statusCode).toBe(200)
    shop.clock.offsetMs += 60 * MINUTE + SECOND
    expect((await renew(shop, token)).statusCode).toBe(200)
  })

  test('a theft noticed by 50 calls at once ends the session once, and all of them get an answer', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const second = refreshOf(await renew(shop, refresh))?.value ?? ''
    await renew(shop, second)
    shop.clock.offsetMs += 11 * SECOND
    const answers = await Promise.all(Array.from({ length: 50 }, () => renew(shop, refresh)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  })
})

describe('logout', () => {
  const out = (shop: Shop, headers: Record<string, string>, path = '/api/auth/logout/') =>
    shop.post(path, {}, headers)

  test.each(['/api/auth/logout/', '/api/logout/', '/api/logout'])(
    '%s ends the session at once',
    async (path) => {
      const shop = await testShop()
      const { access, refresh } = await newCliente(shop)
      const answer = await out(shop, { ...bearer(access), ...cookie(refresh) }, path)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({})
      expect(refreshOf(answer)).toMatchObject({ value: '', path: '/', httpOnly: true })
      expect((await who(shop, access)).statusCode).toBe(401)
      expect((await renew(shop, refresh)).statusCode).toBe(401)
    },
  )

  test('succeeds without a session', async () => {
    const shop = await testShop()
    expect((await out(shop, {})).statusCode).toBe(200)
    expect((await out(shop, { ...bearer('x'), ...cookie('y') })).statusCode).toBe(200)
  })

  test('by cookie alone needs the CSRF token; a wrong token is always refused', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    expect((await out(shop, cookie(refresh))).statusCode).toBe(403)
    expect((await who(shop, access)).statusCode).toBe(200)
    expect((await out(shop, { ...bearer(access), 'x-csrftoken': 'x' })).statusCode).toBe(403)
    const token = String((await shop.get('/get_token_local')).headers['x-csrftoken'])
    const headers = { cookie: `refresh=${refresh}; csrftoken=${token}`, 'x-csrftoken': token }
    expect((await out(shop, headers)).statusCode).toBe(200)
    expect((await who(shop, access)).statusCode).toBe(401)
  })
})

describe('GET /api/cupones/, which protected pages try first', () => {
  const NONE = {
    cantidad_cupones: 0,
    codigo: null,
    descuento: null,
    fecha_vencimiento: null,
    fecha_uso: null,
    usado: false,
  }

  test('by bearer: no new access; by cookie: one that works, and the next cookie; else 401', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    expect((await shop.get('/api/cupones/', bearer(access))).json()).toEqual(NONE)
    const answer = await shop.get('/api/cupones/?primer_cupon=1', cookie(refresh))
    expect(answer.json()).toEqual({ ...NONE, access: expect.any(String) })
    expect((await who(shop, answer.json().access)).statusCode).toBe(200)
    expect(refreshOf(answer)?.value).not.toBe(refresh)
    expect((await shop.get('/api/cupones/')).statusCode).toBe(401)
  })

  test('another site’s page gets nothing out of our cookie', async () => {
    const shop = await testShop()
    const { refresh } = await newCliente(shop)
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]
    for (const other of others) {
      expect((await shop.get('/api/cupones/', { ...cookie(refresh), ...other })).statusCode).toBe(403)
      expect((await shop.post('/api/auth/refresh/', {}, { ...cookie(refresh), ...other })).statusCode).toBe(
        403,
      )
    }
    expect((await renew(shop, refresh)).statusCode).toBe(200)
  })
})

test('a login ends the session the browser had before', async () => {
  const shop = await testShop()
  const before = await newCliente(shop)
  const headers = { cookie: `refresh=${before.refresh}; ${await passCheck(shop)}` }
  const answer = await shop.post('/api/auth/login/', { email: before.email, password: PASSWORD }, headers)
  expect(answer.statusCode).toBe(200)
  expect((await who(shop, before.access)).statusCode).toBe(401)
  expect((await who(shop, answer.json().access)).statusCode).toBe(200)
})

test('the database holds nothing that would open a session', async () => {
  const shop = await testShop()
  const { access, refresh } = await newCliente(shop)
  await renew(shop, refresh)
  const { rows } = await shop.db.execute(
    sql`select (select json_agg(r) from refrescos r)::text || (select json_agg(s) from sesiones s)::text || (select json_agg(a) from accesos a)::text as all`,
  )
  expect(String(rows[0]?.all)).not.toContain(refresh)
  expect(String(rows[0]?.all)).not.toContain(access)
  const folder = join(shop.dataDir, 'secretos')
  const secrets = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(new Set(secrets).size).toBe(secrets.length)
})

test('expired sessions and tokens are deleted, and nothing else', async () => {
  const shop = await testShop()
  const old = await newCliente(shop)
  shop.clock.offsetMs += 31 * DAY
  const fresh = await newCliente(shop)
  await shop.app.housekeeping()
  const { rows } = await shop.db.execute(sql`select count(*)::int as n from sesiones`)
  expect(rows[0]?.n).toBe(1)
  expect((await renew(shop, old.refresh)).statusCode).toBe(401)
  expect((await renew(shop, fresh.refresh)).statusCode).toBe(200)
})
