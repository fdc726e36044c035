import { asc, eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, type ShopApp } from '../../app.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { tiradas } from '../../base/db/schema/ruleta.ts'
import { joinAs, newEmail, PASSWORD } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { paid } from '../../testing/pedidos.ts'
import { compra, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'

const JUGAR = '/api/ruleta/jugar/'
const ask = (app: ShopApp, correo: string, remoteAddress = '10.0.0.1') =>
  app.inject({ method: 'GET', url: `/api/ruleta?correo=${encodeURIComponent(correo)}`, remoteAddress })
const turn = (app: ShopApp, cookie: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: JUGAR, headers: { cookie, ...headers } })

async function unlock(app: ShopApp, correo: string): Promise<string> {
  const answer = await ask(app, correo)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const cookie = answer.cookies.find(({ name }) => name === 'ruleta')
  return `${cookie?.name}=${cookie?.value}`
}
const setTime = (shop: Shop, instant: string) => {
  shop.clock.offsetMs = Date.parse(instant) - Date.now()
}
const drawn = (shop: Shop) => shop.db.select().from(tiradas).orderBy(asc(tiradas.id))

test('an address unlocks the wheel: two numbers, and a cookie that only this server can write', async () => {
  const shop = await testShop()
  for (const bad of ['', 'abc', 'a@b', 'a b@c.com', 'a@b.com,c@d.com']) {
    const answer = await ask(shop.app, bad)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ correo: ['Por favor ingresa un correo válido'] })
    expect(answer.cookies).toEqual([])
  }
  expect((await shop.get('/api/ruleta')).json()).toEqual({ correo: ['Escribí tu correo.'] })

  const answer = await ask(shop.app, ' Ana.Paz+x@Gmail.com ')
  expect(answer.json()).toEqual([{ cantidad_tiradas: 0, restantes_hoy: 2 }])
  expect(answer.cookies).toMatchObject([
    { name: 'navegador', httpOnly: true, sameSite: 'Lax', path: '/' },
    { name: 'ruleta', httpOnly: true, sameSite: 'Strict', path: '/' },
  ])
  expect((await shop.get('/api/ruleta/rango/')).json()).toEqual({ min: 2, max: 8 })

  const cookie = await unlock(shop.app, 'ana@example.com')
  const [name, value = ''] = cookie.split('=')
  const [correo, navegador, ends, signature] = value.split('.')
  const other = Buffer.from('otra@example.com').toString('base64url')
  for (const made of [
    '',
    `${name}=`,
    `${name}=${other}.${navegador}.${ends}.${signature}`,
    `${name}=${correo}.otro.${ends}.${signature}`,
    `${name}=${correo}.${navegador}.${Number(ends) + 1}.${signature}`,
    `${name}=${correo}.${navegador}.${ends}`,
    `${name}=${value}.x`,
  ])
    expect((await turn(shop.app, made)).statusCode, made).toBe(403)
  shop.clock.offsetMs = 12 * 3600_000
  expect(await turn(shop.app, cookie)).toMatchObject({
    statusCode: 403,
    headers: { 'x-codigo': 'falta_correo' },
  })
  expect(await drawn(shop)).toEqual([])
})

test('only its owner’s click turns it: no prefetch, no crawler, no HEAD, no other site’s page', async () => {
  const shop = await testShop()
  const cookie = await unlock(shop.app, newEmail())
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://otro.example' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    const answer = await turn(shop.app, cookie, headers)
    expect(answer.statusCode, String(JSON.stringify(headers))).toBe(403)
    expect(Object.keys(answer.json()), String(JSON.stringify(headers))).toEqual(['detail'])
  }
  const head = await shop.app.inject({ method: 'HEAD', url: JUGAR, headers: { cookie } })
  expect(head.statusCode).toBe(403)
  expect((await shop.get(JUGAR)).statusCode).toBe(403)
  expect((await shop.post(JUGAR, {}, { cookie })).statusCode).toBe(405)
  expect(await drawn(shop)).toEqual([])
  const own = await turn(shop.app, cookie, {
    'sec-fetch-site': 'same-origin',
    origin: 'http://localhost:3000',
  })
  expect(own.statusCode).toBe(200)
  expect(own.headers['cache-control']).toBe('no-store')
})

test('two spins a day for each mailbox; their codes end with the shop’s day, at its midnight', async () => {
  const shop = await testShop()
  setTime(shop, '2027-01-01T02:00:00Z') // 23:00 of 31 December in Tucumán
  const cookie = await unlock(shop.app, 'Ana.Paz@gmail.com')
  for (const vez of [1, 2]) {
    const answer = await turn(shop.app, cookie)
    expect(answer.json()).toEqual({
      valor: expect.any(Number),
      codigo: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-?){3}$/),
      descuento: answer.json().valor,
    })
    const [codigo] = await shop.db.select().from(codigos).where(eq(codigos.codigo, answer.json().codigo))
    expect(codigo).toMatchObject({
      tipo: 'ruleta',
      email: 'anapaz@gmail.com',
      cliente_id: null,
      usado: null,
      pedido_id: null,
      porcentaje: answer.json().valor,
      vence: new Date('2027-01-01T02:59:59.999Z'),
    })
    expect(answer.json().valor).toBeGreaterThanOrEqual(2)
    expect(answer.json().valor).toBeLessThanOrEqual(8)
    expect((await drawn(shop)).at(-1)).toMatchObject({ correo: 'anapaz@gmail.com', dia: '2026-12-31', vez })
  }
  const third = await turn(shop.app, cookie)
  expect(third).toMatchObject({ statusCode: 429, headers: { 'x-codigo': 'sin_tiradas' } })
  expect(third.json()).toEqual({ detail: 'Ya usaste tus 2 tiradas de hoy. Mañana podés volver a girar.' })
  const wait = Number(third.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(3600)
  // The same mailbox in other spellings has no more spins; other mailboxes have their own
  for (const same of ['anapaz@googlemail.com', 'A.n.a.Paz+otra@GMAIL.com']) {
    expect((await ask(shop.app, same)).json()).toEqual([{ cantidad_tiradas: 2, restantes_hoy: 0 }])
    expect((await turn(shop.app, await unlock(shop.app, same))).statusCode).toBe(429)
  }
  expect((await ask(shop.app, 'ana.paz@example.com')).json()).toEqual([
    { cantidad_tiradas: 0, restantes_hoy: 2 },
  ])
  setTime(shop, '2027-01-01T03:00:00Z')
  expect((await ask(shop.app, 'anapaz@gmail.com')).json()).toEqual([
    { cantidad_tiradas: 2, restantes_hoy: 2 },
  ])
  expect((await turn(shop.app, cookie)).statusCode).toBe(200)
  expect((await drawn(shop)).at(-1)).toMatchObject({ dia: '2027-01-01', vez: 1 })
  expect((await ask(shop.app, 'anapaz@gmail.com')).json()).toEqual([
    { cantidad_tiradas: 3, restantes_hoy: 1 },
  ])
})

test('a press whose answer was lost gets its code when it is sent again, and is counted once, also at once', async () => {
  const shop = await testShop()
  const cookie = await unlock(shop.app, 'ana@example.com')
  const press = (clave: string, by = cookie) => turn(shop.app, by, { 'idempotency-key': clave })
  const answers = await Promise.all(Array.from({ length: 10 }, () => press('uno')))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await drawn(shop)).toHaveLength(1)

  const second = (await press('dos')).json()
  expect(second.codigo).not.toBe(answers[0]?.json().codigo)
  // The day's spins are used: a new press is refused, a repeated one still has its code
  expect((await press('tres')).statusCode).toBe(429)
  expect((await press('dos')).json()).toEqual(second)
  // A key belongs to its browser and its mailbox
  const other = await unlock(shop.app, 'bea@example.com')
  expect((await press('dos', other)).json().codigo).not.toBe(second.codigo)
  expect((await press('x'.repeat(201))).statusCode).toBe(400)
  expect(await drawn(shop)).toHaveLength(3)
})

test('of 50 spins at once, over two processes and many spellings, exactly two give something', async () => {
  const shop = await testShop()
  setTime(shop, '2026-12-01T15:00:00Z')
  const other = await buildApp(shop.deps)
  onTestFinished(() => other.close())
  const cookies = await Promise.all(
    ['race@gmail.com', 'r.a.c.e@gmail.com', 'RACE+1@googlemail.com'].map((correo) => unlock(other, correo)),
  )
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => turn(n % 2 ? other : shop.app, cookies[n % 3] ?? '')),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(48)
  expect((await drawn(shop)).map(({ vez }) => vez)).toEqual([1, 2])
  expect(await shop.db.select().from(codigos)).toHaveLength(2)
})

describe('over the socket', () => {
  const look = async (visitor: Visitor, correo: string) => {
    const answer = await visitor.ask(`/api/ruleta?correo=${encodeURIComponent(correo)}`)
    return { status: answer.status, vista: answer.json<object[]>()[0] }
  }
  const spins = async (visitor: Visitor, correo: string) => {
    await look(visitor, correo)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await visitor.ask(JUGAR)).status)
    return statuses
  }

  test('two spins a day for each browser, whatever mailboxes it names, also at once', async () => {
    const shop = await openShop()
    const browser = shop.visitor('198.51.100.20')
    expect(await spins(browser, newEmail())).toEqual([200, 200, 429])
    expect(await spins(browser, newEmail())).toEqual([429, 429, 429])
    expect((await look(browser, newEmail())).vista).toEqual({ cantidad_tiradas: 0, restantes_hoy: 0 })
    // Another browser behind the same address has its own spins
    expect(await spins(shop.visitor('198.51.100.20'), newEmail())).toEqual([200, 200, 429])
    shop.clock.offsetMs = 24 * 3600_000
    const cookies: string[] = []
    for (let n = 0; n < 10; n++) {
      await look(browser, newEmail())
      cookies.push(`ruleta=${browser.jar.get('ruleta')}`)
    }
    const answers = await Promise.all(cookies.map((cookie) => turn(shop.app, cookie)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  })

  test('a browser may ask about 20 mailboxes in a quarter of an hour', async () => {
    const shop = await openShop()
    const browser = shop.visitor()
    await look(browser, newEmail()) // without its cookie it is counted by its address only
    for (let n = 0; n < 20; n++) expect((await look(browser, newEmail())).status).toBe(200)
    expect((await look(browser, newEmail())).status).toBe(429)
    expect((await look(shop.visitor(browser.address), newEmail())).status).toBe(200)
  })

  test('a household of IPv6 addresses is one', async () => {
    const shop = await openShop()
    const statuses = new Set<number>()
    for (let n = 0; n < 301; n++)
      statuses.add((await look(shop.visitor(`2001:db8:0:7::${n.toString(16)}`), newEmail())).status)
    expect(statuses).toEqual(new Set([200, 429]))
    expect((await look(shop.visitor('2001:db8:0:8::1'), newEmail())).status).toBe(200)
  })

  test('deleting the account and registering anew gives no new spins', async () => {
    const shop = await openShop()
    const visitor = shop.visitor()
    const { email, headers } = await joinAs(shop, visitor)
    expect(await spins(visitor, email)).toEqual([200, 200, 429])
    await visitor.ask('/api/clientes/eliminar', { body: { password: PASSWORD }, headers })
    const other = shop.visitor()
    await joinAs(shop, other, { email })
    expect(await spins(other, email)).toEqual([429, 429, 429])
  })

  test('a code takes nothing off an order with another e-mail', async () => {
    const shop = await openShop()
    const visitor = shop.visitor()
    const correo = newEmail()
    await look(visitor, correo)
    const { codigo } = (await visitor.ask(JUGAR)).json<{ codigo: string }>()
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
    const redeem = (email: string) =>
      visitor.ask('/api/puntos/canjear-impresion/', { body: { codigo, email, pedido_id } })
    expect((await redeem(newEmail())).status).toBe(400)
    const buy = (email: string) =>
      visitor.ask('/api/completar_compra', { body: compra(pedido_id, { email, codigosAplicados: [codigo] }) })
    expect((await buy(newEmail())).status).toBe(400)
    expect((await redeem(correo.toUpperCase())).status).toBe(200)
    expect((await buy(correo)).status).toBe(200)
  })
})

test('three hundred e-mails in a quarter of an hour from one IP address, and then Retry-After', async () => {
  const shop = await testShop()
  for (let n = 0; n < 300; n++) expect((await ask(shop.app, `a${n}@example.com`)).statusCode).toBe(200)
  const refused = await ask(shop.app, 'a300@example.com')
  expect(refused.statusCode).toBe(429)
  expect(refused.cookies).toEqual([])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(shop.app, 'a300@example.com', '10.0.0.2')).statusCode).toBe(200)
  shop.clock.offsetMs = 15 * 60_000 + 1000
  expect((await ask(shop.app, 'a300@example.com')).statusCode).toBe(200)
})

test('with a budget the wheel gives the least value once the day’s percents are given away, also at once', async () => {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const put = await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    payload: { ruleta: { min: 1, max: 10, pesos: [0, 0, 0, 0, 0, 0, 0, 0, 0, 100], presupuesto: 35 } },
    headers: { authorization: `Bearer ${access}` },
  })
  expect(put.statusCode).toBe(200)
  const cookies = await Promise.all(Array.from({ length: 50 }, () => unlock(shop.app, newEmail())))
  await Promise.all(cookies.map((cookie) => turn(shop.app, cookie)))
  const valores = (await drawn(shop)).map(({ valor }) => valor)
  expect(valores.toSorted((a, b) => b - a)).toEqual([10, 10, 10, ...Array(47).fill(1)])
  // The next day has a budget of its own
  shop.clock.offsetMs = 24 * 3600_000
  const next = await turn(shop.app, await unlock(shop.app, newEmail()))
  expect(next.json().valor).toBe(10)
})

test('the owner sets range and odds; an impossible wheel is refused', async () => {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const put = async (ruleta: object) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/mostrador/ajustes',
      payload: { ruleta },
      headers: { authorization: `Bearer ${access}` },
    })
  for (const bad of [
    { min: 2, max: 4, pesos: [50, 50] },
    { min: 2, max: 4, pesos: [0, 0, 0] },
    { min: 2, max: 4, pesos: [51, -1, 50] },
    { min: 2, max: 4, pesos: [49, 0.5, 50.5] },
    { min: 2, max: 101 },
  ]) {
    const answer = await put(bad)
    expect(answer.statusCode, String(JSON.stringify(bad))).toBe(400)
    expect(Object.keys(answer.json()), String(JSON.stringify(bad))).toEqual(['ruleta'])
  }
  expect((await put({ min: 2, max: 4, pesos: [50, 30, 19] })).json()).toEqual({
    ruleta: ['Las probabilidades tienen que sumar 100 %, y suman 99 %.'],
  })
  const ruleta = { min: 10, max: 13, pesos: [0, 0, 100, 0] }
  expect((await put(ruleta)).json().ruleta).toEqual({ ...ruleta, presupuesto: null })
  expect((await shop.get('/api/ruleta/rango/')).json()).toEqual({ min: 10, max: 13 })
  const cookie = await unlock(shop.app, newEmail())
  for (let n = 0; n < 2; n++)
    expect((await turn(shop.app, cookie)).json()).toMatchObject({ valor: 12, descuento: 12 })
  const even = { min: 5, max: 5, pesos: null, presupuesto: null }
  expect((await put(even)).json().ruleta).toEqual(even)
  expect((await turn(shop.app, await unlock(shop.app, newEmail()))).json().valor).toBe(5)
})

test('the owner reads what the wheel gave away on complete days, from the first spin on', async () => {
  const shop = await testShop()
  const uso = async () => shop.get('/api/mostrador/ruleta', await enterAs(shop))
  setTime(shop, '2027-01-10T12:00:00Z')
  expect((await uso()).json()).toEqual({ dias: 0, tiradas: 0, repartido: 0, pesos: 0 })
  const correo = newEmail()
  const { codigo, valor } = (await turn(shop.app, await unlock(shop.app, correo))).json()
  // Paid with the wheel's code: it takes `valor` percent off
  const change = { email: correo, codigosAplicados: [codigo] }
  const order = await paid(shop, {
    files: [{ nombre: 'a.pdf', bytes: await makePdf({ pages: 40 }) }],
    change,
  })
  expect(order.descuento_codigo).toBe(valor)
  expect((await uso()).json().tiradas).toBe(0) // today is not over
  setTime(shop, '2027-01-14T12:00:00Z')
  await turn(shop.app, await unlock(shop.app, newEmail()))
  setTime(shop, '2027-01-15T12:00:00Z')
  const all = await drawn(shop)
  const repartido = all.reduce((sum, tirada) => sum + tirada.valor, 0)
  const { pesos, ...seen } = (await uso()).json()
  expect(seen).toEqual({ dias: 5, tiradas: 2, repartido })
  expect(pesos).toBeGreaterThan(0)
  setTime(shop, '2027-02-13T12:00:00Z') // the last 30 days begin with the second spin
  expect((await uso()).json()).toEqual({ dias: 30, tiradas: 1, repartido: all[1]?.valor, pesos: 0 })
  const clerk = (await newOperador(shop, null)).headers
  expect((await shop.get('/api/mostrador/ruleta', clerk)).statusCode).toBe(403)
})

test('an e-mail is forgotten a year after its last spin; its codes stay, without an owner', async () => {
  const shop = await testShop()
  setTime(shop, '2027-01-10T12:00:00Z')
  for (const correo of ['vieja@example.com', 'fiel@example.com'])
    await turn(shop.app, await unlock(shop.app, correo))
  setTime(shop, '2027-06-10T12:00:00Z')
  await turn(shop.app, await unlock(shop.app, 'fiel@example.com'))
  setTime(shop, '2028-01-10T11:00:00Z')
  await shop.app.housekeeping()
  expect(await drawn(shop)).toHaveLength(3)
  setTime(shop, '2028-01-11T12:00:00Z')
  await shop.app.housekeeping()
  // A mailbox that spun again keeps all its spins
  expect((await drawn(shop)).map(({ correo }) => correo)).toEqual(['fiel@example.com', 'fiel@example.com'])
  const kept = await shop.db.select().from(codigos).orderBy(asc(codigos.id))
  expect(kept.map(({ email }) => email)).toEqual([null, null, 'fiel@example.com'])
})
