import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, type ShopApp } from '../../app.ts'
import { beneficios_unicos } from '../../base/db/schema/beneficios.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import {
  bearer,
  correosTo,
  joinAs,
  type Logged,
  logIn,
  newCliente,
  newEmail,
  PASSWORD,
} from '../../testing/cuenta.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, eventually, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'
import { rememberEarlier } from './service.ts'

const CUPONES = '/api/cupones/'
const NONE = { codigo: null, descuento: null, fecha_vencimiento: null, fecha_uso: null, usado: false }
const setTime = (shop: Shop, instant: string) => {
  shop.clock.offsetMs = Date.parse(instant) - Date.now()
}

const generate = (app: ShopApp, { access }: Logged) =>
  app.inject({ method: 'POST', url: CUPONES, headers: bearer(access) })
const see = async (shop: Shop, { access }: Logged) => (await shop.get(CUPONES, bearer(access))).json()
/** Logs in again, since an access token ends after fifteen minutes. */
const again = (shop: Shop, { email }: Logged) => logIn(shop, email)

async function counter(shop: Shop) {
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const headers = bearer(access)
  return (codigo: string) => shop.post(`/api/mostrador/codigos/${codigo}/usar`, {}, headers)
}

test('first 10 %, later 5 %; not while one is alive, not on the day it was used, again from 00:00 in Tucumán', async () => {
  const shop = await testShop()
  setTime(shop, '2026-12-31T15:00:00Z')
  let ana = await newCliente(shop)
  expect(await see(shop, ana)).toEqual({ cantidad_cupones: 0, ...NONE })
  const first = await generate(shop.app, ana)
  expect(first.statusCode).toBe(201)
  expect(first.json()).toEqual({
    ...NONE,
    cantidad_cupones: 1,
    descuento: 10,
    codigo: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-?){3}$/),
    fecha_vencimiento: expect.stringMatching(/^2027-01-01T15:00:.*Z$/),
  })
  expect(await see(shop, ana)).toEqual(first.json())
  expect((await shop.get(`${CUPONES}?primer_cupon=1`, bearer(ana.access))).json()).toEqual(first.json())
  const second = await generate(shop.app, ana)
  expect(second.statusCode).toBe(400)
  expect(second.json()).toEqual({
    non_field_errors: ['Ya tenés un cupón sin usar. Usalo antes de generar otro.'],
  })

  // No other customer can use it
  const leo = await newCliente(shop)
  expect(await see(shop, leo)).toEqual({ cantidad_cupones: 0, ...NONE })
  expect((await generate(shop.app, leo)).json().descuento).toBe(10)

  setTime(shop, '2027-01-01T02:58:00Z') // 23:58 in Tucumán
  ana = await again(shop, ana)
  expect((await (await counter(shop))(first.json().codigo)).statusCode).toBe(200)
  expect(await see(shop, ana)).toMatchObject({
    cantidad_cupones: 1,
    codigo: first.json().codigo,
    usado: true,
    fecha_uso: expect.stringMatching(/^2027-01-01T02:58:/),
  })
  expect((await generate(shop.app, ana)).json()).toEqual({
    non_field_errors: ['Ya usaste tu cupón de hoy. Mañana desde las 00:00 podés generar otro.'],
  })
  setTime(shop, '2027-01-01T03:00:00Z')
  const third = await generate(shop.app, ana)
  expect(third.statusCode).toBe(201)
  expect(third.json()).toMatchObject({ cantidad_cupones: 2, descuento: 5 })
  // An unused coupon blocks the next one for 24 hours
  setTime(shop, '2027-01-02T02:59:00Z')
  ana = await again(shop, ana)
  expect((await generate(shop.app, ana)).statusCode).toBe(400)
  setTime(shop, '2027-01-02T03:00:30Z')
  expect((await generate(shop.app, ana)).json()).toMatchObject({ cantidad_cupones: 3, descuento: 5 })
})

describe('over the socket, one mailbox', () => {
  const percentOf = async (visitor: Visitor, headers: { authorization: string }) =>
    (await visitor.ask(CUPONES, { method: 'POST', headers })).json<{ descuento: number }>().descuento
  const countOf = async (visitor: Visitor, headers: { authorization: string }) =>
    (await visitor.ask(CUPONES, { headers })).json<{ cantidad_cupones: number }>().cantidad_cupones

  test('gets the first coupon once, in any spelling and from any address', async () => {
    const shop = await openShop()
    const box = `juana${Date.now()}`
    const spelled = [
      `${box}@gmail.com`,
      `${box.split('').join('.')}@gmail.com`,
      `${box}+otra@gmail.com`,
      `${box}@googlemail.com`,
      `${box}@gmail.com.`,
    ]
    const joined = []
    for (const email of spelled) {
      const visitor = shop.visitor()
      joined.push({ visitor, ...(await joinAs(shop, visitor, { email })) })
    }
    const percents = await Promise.all(joined.map(({ visitor, headers }) => percentOf(visitor, headers)))
    expect(percents.toSorted((a, b) => a - b)).toEqual([5, 5, 5, 5, 10])
    const luz = shop.visitor()
    expect(await percentOf(luz, (await joinAs(shop, luz)).headers)).toBe(10)
  })

  test('does not get it again by deleting the account and registering anew, and is promised none', async () => {
    const shop = await openShop()
    const visitor = shop.visitor()
    const email = `Ana.${Date.now()}@gmail.com`
    const first = await joinAs(shop, visitor, { email })
    /** Whether the mail of the activation promises the welcome coupon. */
    const promises = async () =>
      (await correosTo(shop, email))
        .filter(({ asunto }) => asunto.startsWith('Activá'))
        .map(({ texto }) => texto.includes('cupón de bienvenida del 10 %'))
    expect(await promises()).toEqual([true])
    expect(await percentOf(visitor, first.headers)).toBe(10)
    const gone = await visitor.ask('/api/clientes/eliminar', {
      body: { password: PASSWORD },
      headers: first.headers,
    })
    expect(gone.status).toBe(200)
    const kept = await shop.db.select().from(beneficios_unicos)
    expect(kept).toEqual([
      { casilla: expect.stringMatching(/^[\w-]{43}$/), beneficio: 'primer_cupon', cuando: expect.any(Date) },
    ])
    const other = shop.visitor()
    const second = await joinAs(shop, other, { email })
    expect(await promises()).toEqual([false])
    expect(await countOf(other, second.headers)).toBe(1)
    expect(await percentOf(other, second.headers)).toBe(5)
    expect(await countOf(other, second.headers)).toBe(2)
  })

  test('that had one before mailboxes were remembered is remembered at the next start', async () => {
    const shop = await openShop()
    const visitor = shop.visitor()
    const { email, headers } = await joinAs(shop, visitor)
    expect(await percentOf(visitor, headers)).toBe(10)
    await shop.db.delete(beneficios_unicos)
    for (const _ of ['the first start', 'any later one']) await rememberEarlier(shop.deps)
    expect(await shop.db.select().from(beneficios_unicos)).toHaveLength(1)
    expect(await countOf(visitor, headers)).toBe(1)
    await visitor.ask('/api/clientes/eliminar', { body: { password: PASSWORD }, headers })
    expect(await percentOf(visitor, (await joinAs(shop, visitor, { email })).headers)).toBe(5)
  })

  test('of an unconfirmed address neither gets the first coupon nor loses it', async () => {
    const shop = await openShop()
    const [stranger, owner] = [shop.visitor(), shop.visitor()]
    const { headers } = await joinAs(shop, stranger)
    const email = newEmail()
    // Written as an earlier version did
    await shop.db.update(clientes).set({ email })
    expect(await percentOf(stranger, headers)).toBe(5)
    await shop.db.update(clientes).set({ email: newEmail() })
    expect(await percentOf(owner, (await joinAs(shop, owner, { email })).headers)).toBe(10)
  })
})

test('percents are the owner’s; of 50 at once, over two processes, exactly one coupon is made', async () => {
  const shop = await testShop()
  const other = await buildApp(shop.deps)
  onTestFinished(() => other.close())
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const put = (cupon: object) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/mostrador/ajustes',
      payload: { cupon },
      headers: bearer(access),
    })
  expect((await put({ primero: 12.345, siguientes: 5 })).json()).toEqual({
    cupon: ['El descuento del cupón lleva hasta dos decimales.'],
  })
  expect((await put({ primero: 12.5, siguientes: 3 })).statusCode).toBe(200)
  const ana = await newCliente(shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => generate(n % 2 ? other : shop.app, ana)),
  )
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  expect(made.map((answer) => answer.json())).toMatchObject([{ cantidad_cupones: 1, descuento: 12.5 }])
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49)
  expect(await shop.db.select().from(codigos)).toMatchObject([{ producto_nombre: 'Cupón de 12,5 %' }])
})

test('a coupon of nothing is refused, and costs its customer nothing', async () => {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const set = (primero: number, siguientes: number) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/mostrador/ajustes',
      payload: { cupon: { primero, siguientes } },
      headers: bearer(access),
    })
  const [ana, leo] = [await newCliente(shop), await newCliente(shop)]
  await set(0, 0)
  const refused = await generate(shop.app, ana)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ non_field_errors: ['Por ahora no hay cupones.'] })
  expect(await see(shop, ana)).toEqual({ cantidad_cupones: 0, ...NONE })
  await set(0, 5)
  expect((await generate(shop.app, leo)).json().descuento).toBe(5)
  await set(10, 5)
  expect((await generate(shop.app, ana)).json().descuento).toBe(10)
})

test('by bearer, or by the cookie, which is renewed; no other caller gets or makes one', async () => {
  const shop = await testShop()
  const ana = await newCliente(shop)
  await generate(shop.app, ana)
  const own = await see(shop, ana)
  const cookie = { cookie: `refresh=${ana.refresh}` }
  const foreign = { 'sec-fetch-site': 'cross-site' }
  for (const headers of [foreign, { origin: 'https://otro.example' }] as Record<string, string>[])
    expect((await shop.get(CUPONES, { ...cookie, ...headers })).statusCode).toBe(403)
  const answer = await shop.get(CUPONES, cookie)
  expect(answer.json()).toEqual({ ...own, access: expect.stringMatching(/^[\w-]{43}$/) })
  expect(answer.cookies).toMatchObject([{ name: 'refresh', httpOnly: true }])
  expect(await see(shop, { ...ana, access: answer.json().access })).toEqual(own)

  const codes = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)
  expect(
    codes([
      await shop.get(CUPONES),
      await shop.get(CUPONES, bearer('x')),
      await shop.post(CUPONES),
      await shop.post(CUPONES, {}, cookie), // making one needs the bearer
      await shop.get('/api/cupones/eventos'),
      await shop.get('/api/cupones/eventos', cookie),
    ]),
  ).toEqual([401, 401, 401, 401, 401, 401])
})

/** Node's own client: fetch would reconnect after a hang-up, and the server's stop would wait for that. */
async function open(shop: Shop, { access }: Logged) {
  const request = get(`${shop.app.listeningOrigin}/api/cupones/eventos`, { headers: bearer(access) })
  onTestFinished(() => void request.destroy())
  const [answer]: IncomingMessage[] = await once(request, 'response')
  if (!answer) throw new Error('no answer')
  const heard: { text: string; events: object[]; ended: boolean } = { text: '', events: [], ended: false }
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    heard.text += chunk
    heard.events = heard.text
      .split('\n\n')
      .flatMap((block) => (block.startsWith('data: ') ? [JSON.parse(block.slice(6))] : []))
  })
  answer.on('end', () => {
    heard.ended = true
  })
  answer.on('error', () => {}) // the test hangs up itself
  const { statusCode: status, headers } = answer
  return { status, headers, heard, hangUp: () => void request.destroy() }
}

test('its owner’s open pages are told at once that it was used, at the counter or by an order', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const [ana, leo] = [await newCliente(shop), await newCliente(shop)]
  const [one, two, others] = [await open(shop, ana), await open(shop, ana), await open(shop, leo)]
  expect(one.status).toBe(200)
  expect(one.headers['content-type']).toBe('text/event-stream')
  const codigo = (await generate(shop.app, ana)).json().codigo
  const use = await counter(shop)
  expect((await use(codigo)).statusCode).toBe(200)
  expect((await use(codigo)).statusCode).toBe(409)
  for (const { heard } of [one, two])
    expect(
      await eventually(
        async () => heard.events,
        (events) => events.length > 0,
      ),
    ).toEqual([{ tipo: 'usado', codigo }])

  const his = (await generate(shop.app, leo)).json().codigo
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const bought = compra(pedido_id, { codigosAplicados: [his] })
  const confirmed = await shop.post('/api/completar_compra', bought, bearer(leo.access))
  expect(confirmed.statusCode).toBe(200)
  expect((await use(his)).statusCode).toBe(409) // an order holds it
  const [pedido] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  const total = confirmed.json().importe_final
  await shop.post('/api/crear-preferencia', { pedido_id, total })
  await shop.post(`/api/pago-simulado/${pedido?.referencia}`, { accion: 'aprobar' })
  expect(
    await eventually(
      async () => others.heard.events,
      (events) => events.length > 0,
    ),
  ).toEqual([{ tipo: 'usado', codigo: his }])
  expect(await see(shop, leo)).toMatchObject({ codigo: his, usado: true, fecha_uso: expect.any(String) })
  const used = await use(his)
  expect(used.statusCode).toBe(409)
  expect(used.json()).toMatchObject({ quien: `pedido ${pedido?.numero}` })
  expect(one.heard.events).toHaveLength(1)
})

test('a customer has at most five streams; a closed one frees its place; the server’s stop ends them all', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const ana = await newCliente(shop)
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(shop, ana)))
  const sixth = await open(shop, ana)
  expect(sixth.status).toBe(429)
  expect(sixth.headers['retry-after']).toBe('60')
  expect((await open(shop, await newCliente(shop))).status).toBe(200)
  streams[0]?.hangUp()
  await eventually(
    async () => (await open(shop, ana)).status,
    (status) => status === 200,
  )
  await shop.app.close()
  await eventually(
    async () => streams.slice(1).every(({ heard }) => heard.ended),
    (ended) => ended,
  )
})

test('a customer’s streams end at once with their session, by a logout or a new password', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const [ana, leo] = [await newCliente(shop), await newCliente(shop)]
  const [out, others] = [await open(shop, ana), await open(shop, leo)]
  expect((await shop.post('/api/auth/logout/', {}, bearer(ana.access))).statusCode).toBe(200)
  const ended = async ({ heard }: typeof out) =>
    eventually(
      async () => heard.ended,
      (is) => is,
      3_000, // well before the heartbeat
    )
  await ended(out)
  expect(others.heard.ended).toBe(false)
  const changed = await shop.app.inject({
    method: 'PATCH',
    url: '/api/clientes/actualizar/',
    payload: { password_actual: PASSWORD, password: 'Otra-cosa-9!' },
    headers: bearer(leo.access),
  })
  expect(changed.statusCode).toBe(200)
  await ended(others)
})
