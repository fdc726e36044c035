import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createLimits } from '../../base/http/rate-limit.ts'
import {
  ACTIVAR,
  correosTo,
  linkOf,
  logIn,
  newCliente,
  newEmail,
  PASSWORD,
  registro,
  signUp,
} from '../../testing/cuenta.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'

const HOUR = 3600_000
const register = (shop: Shop, form: object) => shop.post('/api/clientes/', form)
const activate = (shop: Shop, token: string) => shop.get(`/api/clientes/activar/${token}/`)
const dead = {
  detail: 'El enlace ya no es válido o expiró. Pedí uno nuevo desde la página de registro.',
}
const tokensOf = async (shop: Shop, email: string) =>
  (await correosTo(shop, email)).flatMap(({ texto }) => ACTIVAR.exec(texto)?.[1] ?? [])
const accounts = async ({ db }: Shop) =>
  Number((await db.execute(sql`select count(*)::int as n from clientes`)).rows[0]?.n)

describe('registration', () => {
  test('makes an account that cannot be used yet, and sends one mail with the link that activates it', async () => {
    const shop = await testShop()
    const form = registro({ email: ` Ana.${newEmail()} ` })
    const email = form.email.trim().toLowerCase()
    const answer = await register(shop, form)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ mensaje: expect.stringMatching(/correo/) })
    const mails = await correosTo(shop, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.texto).toContain('http://localhost:3000/activar/')
    expect(mails[0]?.html).toContain('http://localhost:3000/activar/')
    // A mail to an unconfirmed address must not repeat what a stranger typed
    expect(`${mails[0]?.texto}${mails[0]?.html}${mails[0]?.asunto}`).not.toMatch(/pérez/i)
    expect((await shop.post('/api/auth/login/', { email, password: PASSWORD })).statusCode).toBe(400)
    const activated = await activate(shop, await linkOf(shop, email, ACTIVAR))
    expect(activated.statusCode).toBe(200)
    expect(activated.json().mensaje).toEqual(expect.stringContaining('activada'))
    await logIn(shop, email)
  })

  test.each([
    [{ email: undefined }, { email: ['El email es obligatorio'] }],
    [{ email: '' }, { email: ['El email es obligatorio'] }],
    [{ email: 'abc@' }, { email: ['Por favor ingresa un email válido'] }],
    [{ nombre: ' ' }, { nombre: ['El nombre es obligatorio'] }],
    [{ celular: undefined }, { celular: ['El celular es obligatorio'] }],
    [{ celular: '386541223' }, { celular: ['El celular debe tener al menos 10 dígitos'] }],
    [{ celular: '1234567890123456' }, { celular: ['El celular debe tener como máximo 15 dígitos'] }],
    [{ fecha_nacimiento: '' }, { fecha_nacimiento: ['La fecha de nacimiento es obligatoria'] }],
    [{ fecha_nacimiento: '2023-02-30' }, { fecha_nacimiento: ['La fecha de nacimiento no es válida'] }],
    [{ fecha_nacimiento: '2100-01-01' }, { fecha_nacimiento: ['La fecha de nacimiento no es válida'] }],
    [{ password: 'Abc12!' }, { password: ['La contraseña debe tener al menos 8 caracteres'] }],
    [{ password: 'Password1' }, { password: ['Esa contraseña es muy común. Elegí otra.'] }],
    [{ password: undefined }, { password: ['La contraseña debe tener al menos 8 caracteres'] }],
  ])('%o is refused under its field, and nothing is kept', async (change, errors) => {
    const shop = await testShop()
    const answer = await register(shop, registro(change))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(errors)
    expect(await accounts(shop)).toBe(0)
  })

  test('tells everything that is wrong at once', async () => {
    const answer = await register(await testShop(), {})
    expect(Object.keys(answer.json()).toSorted()).toEqual([
      'celular',
      'email',
      'fecha_nacimiento',
      'nombre',
      'password',
    ])
  })

  test('at the address of an active account is refused, in any case', async () => {
    const shop = await testShop()
    const email = await signUp(shop)
    const answer = await register(shop, registro({ email: email.toUpperCase() }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ email: ['Ya existe una cuenta con este email'] })
    expect(await accounts(shop)).toBe(1)
  })

  test('repeated before activation replaces the data and voids the old link', async () => {
    const shop = await testShop()
    const email = newEmail()
    const first = await register(shop, registro({ email, nombre: 'Intruso', password: 'La-del-intruso-1' }))
    const oldLink = await linkOf(shop, email, ACTIVAR)
    const second = await register(shop, registro({ email: email.toUpperCase(), nombre: 'Ana' }))
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
    const dying = await activate(shop, oldLink)
    expect(dying.statusCode).toBe(400)
    expect(dying.json()).toEqual(dead)
    await activate(shop, await linkOf(shop, email, ACTIVAR))
    expect((await shop.post('/api/auth/login/', { email, password: 'La-del-intruso-1' })).statusCode).toBe(
      400,
    )
    await logIn(shop, email)
    expect(await accounts(shop)).toBe(1)
  })

  test('50 at once to one address: one account, one link that works', { timeout: 60_000 }, async () => {
    const shop = await testShop()
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register(shop, registro({ email, nombre: `n${index}` }))),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await accounts(shop)).toBe(1)
    const tokens = await tokensOf(shop, email)
    expect(tokens.length).toBeLessThanOrEqual(10) // strangers cannot fill a mailbox
    const outcomes = await Promise.all(tokens.map((token) => activate(shop, token)))
    expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([200, ...Array(tokens.length - 1).fill(400)])
  })

  test('25 spellings of one mailbox get 10 mails in a day, also after a restart; the answers do not tell', async () => {
    const shop = await openShop()
    const box = `juana${Date.now()}`
    const answers = []
    for (let n = 0; n < 25; n++) {
      const visitor = shop.visitor()
      const form = registro({ email: `${box}+${n}@gmail.com` })
      const { status, body } = await visitor.ask('/api/clientes/', { body: form })
      answers.push(`${status} ${body}`)
    }
    expect(new Set(answers).size).toBe(1)
    const mails = (await correosTo(shop, undefined)).filter(({ para }) => para.startsWith(box))
    expect(mails).toHaveLength(10)
    const restarted = await buildApp({ ...shop.deps, limits: createLimits(shop.deps.now, null) })
    onTestFinished(() => restarted.close())
    const form = registro({ email: `${box}@googlemail.com` })
    const again = await restarted.inject({ method: 'POST', url: '/api/clientes/', payload: form })
    expect(again.statusCode).toBe(201)
    expect(await correosTo(shop, form.email)).toEqual([])
    // Wrong fields are still told
    const wrong = await shop.visitor().ask('/api/clientes/', { body: { ...form, nombre: '' } })
    expect(wrong.json()).toEqual({ nombre: ['El nombre es obligatorio'] })
    shop.clock.offsetMs += 24 * HOUR
    await restarted.inject({ method: 'POST', url: '/api/clientes/', payload: form })
    expect(await correosTo(shop, form.email)).toHaveLength(1)
  })

  test('the last mail’s link stays valid once the mailbox has had its mails of the day', async () => {
    const shop = await openShop()
    const form = registro()
    for (let n = 0; n < 12; n++) await shop.visitor().ask('/api/clientes/', { body: form })
    expect(await correosTo(shop, form.email)).toHaveLength(10)
    await activate(shop, await linkOf(shop, form.email, ACTIVAR))
    await logIn(shop, form.email)
  })

  test('a browser may try 30 times in 15 minutes, others behind its address still may', async () => {
    const shop = await openShop()
    const browser = shop.visitor()
    await browser.ask('/api/clientes/', { body: registro() })
    const attempt = async (visitor: Visitor) =>
      (await visitor.ask('/api/clientes/', { body: registro({ password: 'Password1' }) })).status
    for (let n = 0; n < 30; n++) expect(await attempt(browser)).toBe(400)
    expect(await attempt(browser)).toBe(429)
    expect(await attempt(shop.visitor(browser.address))).toBe(400)
  })

  test('an address may try 300 times in 15 minutes, and so may a household of IPv6 addresses', async () => {
    const shop = await openShop()
    const form = registro({ password: 'Password1' })
    const attempt = async (address: string) =>
      (await shop.visitor(address).ask('/api/clientes/', { body: form })).status
    for (let n = 0; n < 300; n++) expect(await attempt(`2001:db8:0:9::${n.toString(16)}`)).toBe(400)
    expect(await attempt('2001:db8:0:9:ffff::1')).toBe(429)
    expect(await attempt('2001:db8:0:a::1')).toBe(400)
  })

  test('a refusal for too many tries says when to come back', async () => {
    const shop = await testShop()
    const attempt = () => register(shop, registro({ password: 'password' }))
    for (let count = 0; count < 300; count++) expect((await attempt()).statusCode).toBe(400)
    const refused = await attempt()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after']) > 0).toBe(true)
    shop.clock.offsetMs += HOUR / 4
    expect((await attempt()).statusCode).toBe(400)
  })

  test('that was not confirmed is forgotten after 30 days; active accounts stay', async () => {
    const shop = await testShop()
    await register(shop, registro())
    const { email } = await newCliente(shop)
    shop.clock.offsetMs += 29 * 24 * HOUR
    await shop.app.housekeeping()
    expect(await accounts(shop)).toBe(2)
    shop.clock.offsetMs += 2 * 24 * HOUR
    await shop.app.housekeeping()
    expect(await accounts(shop)).toBe(1)
    await logIn(shop, email)
  })
})

describe('activation', () => {
  test('its link may be opened again and again, also after 48 h; but the first time only before', async () => {
    const shop = await testShop()
    const [early, late] = [registro(), registro()]
    await register(shop, early)
    await register(shop, late)
    const [first, second] = [
      await linkOf(shop, early.email, ACTIVAR),
      await linkOf(shop, late.email, ACTIVAR),
    ]
    shop.clock.offsetMs += 48 * HOUR - 60_000
    expect((await activate(shop, first)).statusCode).toBe(200)
    shop.clock.offsetMs += 60_000
    expect((await activate(shop, first)).statusCode).toBe(200)
    const answer = await activate(shop, second)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(dead)
    expect((await shop.post('/api/auth/login/', { email: late.email, password: PASSWORD })).statusCode).toBe(
      400,
    )
  })

  test.each(['x', 'A'.repeat(43), 'a%00b', '..%2f..'])('%s is no link', async (token) => {
    expect((await activate(await testShop(), token)).statusCode).toBe(400)
  })

  test('50 at once: all are told that the account is active', async () => {
    const shop = await testShop()
    const form = registro()
    await register(shop, form)
    const token = await linkOf(shop, form.email, ACTIVAR)
    const answers = await Promise.all(Array.from({ length: 50 }, () => activate(shop, token)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    const { rows } = await shop.db.execute(
      sql`select count(*)::int as n from enlaces where usado is not null`,
    )
    expect(rows[0]?.n).toBe(1)
    await logIn(shop, form.email)
  })

  test('against 20 registrations that replace it: the active account has the password of the link', async () => {
    for (let round = 0; round < 3; round++) {
      const shop = await testShop()
      const email = newEmail()
      await register(shop, registro({ email }))
      const token = await linkOf(shop, email, ACTIVAR)
      const [activation] = await Promise.all([
        activate(shop, token),
        ...Array.from({ length: 8 }, () => register(shop, registro({ email, password: 'La-del-intruso-1' }))),
      ])
      const mine = (await shop.post('/api/auth/login/', { email, password: PASSWORD })).statusCode
      expect([activation?.statusCode, mine]).toEqual(mine === 200 ? [200, 200] : [400, 400])
    }
  })

  test('its link can be asked for again, with the same answer for every address', async () => {
    const shop = await testShop()
    const form = registro()
    await register(shop, form)
    shop.clock.offsetMs += 49 * HOUR
    const active = await signUp(shop)
    const before = (await correosTo(shop, active)).length
    const ask = (email: string) => shop.post('/api/clientes/reenviar-activacion', { email })
    const answers = await Promise.all([ask(form.email.toUpperCase()), ask(active), ask(newEmail())])
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    const tokens = await eventually(
      () => tokensOf(shop, form.email),
      (list) => list.length === 2,
    )
    expect((await activate(shop, tokens[0] ?? '')).statusCode).toBe(200)
    expect(await correosTo(shop, active)).toHaveLength(before)
    expect((await ask('abc')).json()).toEqual({ email: ['Por favor ingresa un email válido'] })
  })
})

test('the link in the database is of no use', async () => {
  const shop = await testShop()
  const form = registro()
  await register(shop, form)
  const { rows } = await shop.db.execute(sql`select token_hash from enlaces`)
  expect(String(rows[0]?.token_hash)).toMatch(/^[0-9a-f]{64}$/)
  expect((await activate(shop, String(rows[0]?.token_hash))).statusCode).toBe(400)
})
