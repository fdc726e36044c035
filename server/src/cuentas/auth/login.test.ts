import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tx } from '../../base/db/open.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { hashPassword, PASSWORD_WORK } from '../../base/secrets/password.ts'
import {
  bearer,
  cookiesOf,
  newEmail,
  PASSWORD,
  passCheck,
  proof,
  registro,
  signUp,
} from '../../testing/cuenta.ts'
import { untilAnotherWaits } from '../../testing/pedidos.ts'
import { type Shop, testShop } from '../../testing/shop.ts'

const MINUTE = 60_000
const WRONG = { detail: 'El email o la contraseña no son correctos.' }

const from =
  (shop: Shop, address: string) =>
  (email: string, password: string, headers = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { email, password },
      headers,
      remoteAddress: address,
    })
/** Number of the next address: attempts from different addresses test only the count per e-mail. */
let spread = 0
const elsewhere = () => `10.${(++spread >> 8) & 255}.${spread & 255}.1`

/** Records each password hashing from now on, with its parameters. */
function watchWork(): object[] {
  const seen: object[] = []
  const watch = (parameters: unknown) => {
    const { memory, passes, parallelism } = Object(parameters)
    seen.push({ memory, passes, parallelism })
  }
  subscribe(PASSWORD_WORK, watch)
  onTestFinished(() => void unsubscribe(PASSWORD_WORK, watch))
  return seen
}

describe('login', () => {
  test('returns an access token and the cookie; e-mails compare without case', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const answer = await shop.post('/api/auth/login', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ access: expect.stringMatching(/^[\w-]{43}$/) })
    expect(answer.cookies.filter(({ name }) => name !== 'navegador')).toMatchObject([
      { name: 'refresh', path: '/', httpOnly: true, sameSite: 'Lax' },
    ])
    const me = await shop.get('/api/clientes/me', bearer(answer.json().access))
    expect(me.json()).toEqual({ email, celular: '3865412233', nombre: 'ana pérez', dni: null })
  })

  test.each([
    [{ password: 'x' }, { email: ['Escribí tu email.'] }],
    [{ email: 'a@b.co' }, { password: ['Escribí tu contraseña.'] }],
    [
      { email: '', password: '' },
      { email: ['Escribí tu email.'], password: ['Escribí tu contraseña.'] },
    ],
    [
      { email: 7, password: {} },
      { email: ['Escribí tu email.'], password: ['Escribí tu contraseña.'] },
    ],
  ])('without %o says what is missing', async (payload, errors) => {
    const answer = await (await testShop()).post('/api/auth/login/', payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(errors)
  })

  test('an unknown account, an inactive one and a wrong password get the same answer, after the same work', async () => {
    const shop = await testShop()
    const active = await signUp(shop)
    const inactive = registro()
    await shop.post('/api/clientes/', inactive)
    const login = from(shop, '10.9.9.9')
    await login(newEmail(), PASSWORD) // the first one also makes the hash for unknown accounts
    const work = watchWork()
    for (const [email, password] of [
      [newEmail(), PASSWORD],
      [inactive.email, PASSWORD],
      [inactive.email, 'otra'],
      [active, 'otra'],
      ['no es un correo', 'otra'],
      [`${'a'.repeat(250)}@b.co`, 'x'.repeat(900)],
    ] as const) {
      const before = work.length
      const answer = await from(shop, elsewhere())(email, password)
      expect(answer.statusCode, email).toBe(400)
      expect(answer.json(), email).toEqual(WRONG)
      expect(answer.cookies, email).toEqual([])
      expect(work.length - before, email).toBe(1)
    }
    expect(new Set(work.map((parameters) => JSON.stringify(parameters))).size).toBe(1)
  })
})

describe('guessing', () => {
  test('after 3 failures for an e-mail, from any address, the anti-bot check comes first', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    for (let guess = 0; guess < 3; guess++)
      expect((await from(shop, elsewhere())(email.toUpperCase(), `mal${guess}`)).statusCode).toBe(400)
    const login = from(shop, elsewhere())
    const refused = await login(email, PASSWORD)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ detail: expect.any(String), captcha: true })
    const cookie = await passCheck(shop)
    expect((await login(email, PASSWORD, { cookie })).statusCode).toBe(200)
    expect((await from(shop, elsewhere())(email, 'mal')).statusCode).toBe(400) // success began the count again
  })

  test('after 3 failures from an address, for any account, too; 15 minutes later no longer', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const login = from(shop, '10.8.8.8')
    for (let guess = 0; guess < 3; guess++) await login(newEmail(), 'mal')
    expect((await login(email, PASSWORD)).statusCode).toBe(403)
    expect((await from(shop, elsewhere())(email, PASSWORD)).statusCode).toBe(200)
    shop.clock.offsetMs += 15 * MINUTE
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
  })

  test('a passed check allows one attempt', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const login = from(shop, elsewhere())
    for (let guess = 0; guess < 3; guess++) await login(email, 'mal')
    const cookie = await passCheck(shop)
    expect((await login(email, 'mal', { cookie })).statusCode).toBe(400)
    expect((await login(email, PASSWORD, { cookie })).statusCode).toBe(403)
  })

  test('50 attempts on one check: one is let through', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    for (let guess = 0; guess < 3; guess++) await from(shop, elsewhere())(email, 'mal')
    const cookie = await passCheck(shop)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => from(shop, elsewhere())(email, 'mal', { cookie })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(49)
  })

  test('the 11th failure of an address for an e-mail within 15 minutes is refused, check or not', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const login = from(shop, '10.7.7.7')
    for (let guess = 0; guess < 10; guess++)
      expect((await login(email, 'mal', { cookie: await passCheck(shop) })).statusCode).toBe(400)
    const refused = await login(email, PASSWORD, { cookie: await passCheck(shop) })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect(refused.json().detail).toMatch(/^Demasiados intentos/)

    // …while the customer at another address can still log in
    const owner = await from(shop, elsewhere())(email, PASSWORD, { cookie: await passCheck(shop) })
    expect(owner.statusCode).toBe(200)
    shop.clock.offsetMs += 15 * MINUTE
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
  })

  test('a burst cannot outrun the count: of 50 at once, 3 are tried', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const work = watchWork()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, guess) => from(shop, elsewhere())(email, `mal${guess}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(3)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(47)
    expect(work).toHaveLength(3)
  })
})

test.each<[string, (tx: Tx, email: string) => Promise<unknown>]>([
  [
    'gets a new password',
    async (tx, email) => {
      const password_hash = await hashPassword('Otra-clave-larga-77')
      await tx.update(clientes).set({ password_hash }).where(eq(clientes.email, email))
    },
  ],
  [
    'gets another e-mail',
    (tx, email) => tx.update(clientes).set({ email: newEmail() }).where(eq(clientes.email, email)),
  ],
  ['is deleted', (tx, email) => tx.delete(clientes).where(eq(clientes.email, email))],
])('a login under way while its account %s is refused', async (_, change) => {
  const shop = await testShop()
  const email = await signUp(shop)
  let login: Promise<unknown> | undefined
  await shop.db.transaction(async (tx) => {
    await change(tx, email)
    login = from(shop, elsewhere())(email, PASSWORD)
    await Promise.race([login, untilAnotherWaits(shop)])
  })
  expect(await login).toMatchObject({ statusCode: 400, body: JSON.stringify(WRONG), cookies: [] })
})

describe('the check', () => {
  const control = (shop: Shop, payload: object) => shop.post('/api/auth/controlar_captcha/', payload)

  test('answers {ok: true} and a cookie of five minutes that scripts cannot read', async () => {
    const shop = await testShop()
    const answer = await control(shop, { recaptcha_token: await proof(shop), action: 'login' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ok: true })
    expect(answer.cookies).toMatchObject([
      { name: 'cap', httpOnly: true, sameSite: 'Lax', maxAge: 300, path: '/' },
    ])
  })

  test.each([undefined, null, 5, '', 'x', 'altcha.e30='])('refuses %j', async (recaptcha_token) => {
    const answer = await control(await testShop(), { recaptcha_token })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ detail: expect.any(String) })
    expect(answer.cookies).toEqual([])
  })

  test('a proof counts once: of 50 at once, over two processes, one', async () => {
    const shop = await testShop()
    const { buildApp } = await import('../../app.ts')
    const other = await buildApp(shop.deps)
    onTestFinished(() => other.close())
    const payload = { recaptcha_token: await proof(shop) }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? other : shop.app).inject({
          method: 'POST',
          url: '/api/auth/controlar_captcha/',
          payload,
        }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49)
  })

  test('its cookie ends after five minutes, and cannot be made up', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const login = from(shop, '10.6.6.6')
    for (let guess = 0; guess < 3; guess++) await login(email, 'mal')
    const cookie = await passCheck(shop)
    const [name, content = ''] = cookie.split('=')
    const [action, ends, nonce, signature] = content.split('.')
    for (const made of [
      `${name}=${action}.${Number(ends) + 1}.${nonce}.${signature}`,
      `${name}=${action}.${ends}.${nonce}x.${signature}`,
      `${name}=otra.${ends}.${nonce}.${signature}`,
      `${name}=${action}.${ends}.${nonce}`,
      `${name}=`,
    ])
      expect((await login(email, PASSWORD, { cookie: made })).statusCode).toBe(403)
    shop.clock.offsetMs += 5 * MINUTE
    expect((await login(email, PASSWORD, { cookie })).statusCode).toBe(403)
    expect((await login(email, PASSWORD, { cookie: await passCheck(shop) })).statusCode).toBe(200)
  })

  test('an outage of the provider is told, and lets no attempt through', async () => {
    const { CaptchaDown } = await import('../../base/services/captcha/port.ts')
    const verify = () => Promise.reject(new CaptchaDown('away'))
    const shop = await testShop({
      captcha: {
        siteKey: 'x',
        challenge: () => Promise.reject(new Error()),
        verify,
        probe: async () => ({ ok: true, detail: '' }),
      },
    })
    const answer = await control(shop, { recaptcha_token: 'x' })
    expect(answer.statusCode).toBe(502)
    expect(cookiesOf(answer)).toBe('')
  })
})
