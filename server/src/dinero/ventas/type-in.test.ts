import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, type ShopApp } from '../../app.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { puntos } from '../../base/db/schema/puntos.ts'
import { ventas } from '../../base/db/schema/ventas.ts'
import { newCliente, newEmail } from '../../testing/cuenta.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { conPuntos, secondApp } from '../../testing/puntos.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { listen, openShop } from '../../testing/socket.ts'

const VENTAS = '/api/mostrador/ventas'

async function withOwner() {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const auth = { authorization: `Bearer ${access}` }
  const sell = (payload: object, key?: string, app: ShopApp = shop.app) =>
    app.inject({
      method: 'POST',
      url: VENTAS,
      payload,
      headers: { ...auth, ...(key !== undefined && { 'idempotency-key': key }) },
    })
  return { shop, auth, sell }
}
const lines = (shop: Shop) => shop.db.select().from(puntos)

test('a sale gives a point for each peso, by the owner’s setting, and tells the balance', async () => {
  const { shop, auth, sell } = await withOwner()
  const { email } = await newCliente(shop)
  const first = await sell({ email: ` ${email.toUpperCase()} `, importe: 1500.5 })
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual({ puntos: 1500, recortados: 0, saldo: 1500 })
  expect((await sell({ email, importe: '200' })).json()).toEqual({ puntos: 200, recortados: 0, saldo: 1700 })
  // Too little for a point is still a sale
  expect((await sell({ email, importe: 0.99 })).json()).toEqual({ puntos: 0, recortados: 0, saldo: 1700 })
  expect(await lines(shop)).toMatchObject([
    { tipo: 'venta', puntos: 1500, quien: 'Dueño', pedido_id: null },
    { tipo: 'venta', puntos: 200, quien: 'Dueño' },
  ])
  expect(await shop.db.select().from(ventas)).toMatchObject([
    { importe: 150050, puntos: 1500, clave: null },
    { importe: 20000, puntos: 200 },
    { importe: 99, puntos: 0 },
  ])
  await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    payload: { puntos_por_peso: 0.5 },
    headers: auth,
  })
  expect((await sell({ email, importe: 101 })).json()).toEqual({ puntos: 50, recortados: 0, saldo: 1750 })
})

test('an invalid sale is refused, and nothing is written', async () => {
  const { shop, sell } = await withOwner()
  const { email } = await newCliente(shop)
  for (const [sent, field] of [
    [{ email, importe: 0 }, 'importe'],
    [{ email, importe: -5 }, 'importe'],
    [{ email, importe: 'mil' }, 'importe'],
    [{ email, importe: '1e9' }, 'importe'],
    [{ email, importe: 100_000_001 }, 'importe'],
    [{ email, importe: null }, 'importe'],
    [{ email }, 'importe'],
    [{ importe: 5 }, 'email'],
    [{ email: ' ', importe: 5 }, 'email'],
  ] as const) {
    const answer = await sell(sent)
    expect(answer.statusCode, String(JSON.stringify(sent))).toBe(400)
    expect(Object.keys(answer.json()), String(JSON.stringify(sent))).toEqual([field])
    expect(answer.json()[field], String(JSON.stringify(sent))).toHaveLength(1)
    expect(answer.json()[field][0]).not.toMatch(/expected|Invalid|Too|Entrada/)
  }
  const unknown = await sell({ email: newEmail(), importe: 5 })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toEqual({ detail: 'Ninguna cuenta tiene confirmado ese e-mail.' })
  await shop.db.update(clientes).set({ activado: null })
  expect((await sell({ email, importe: 5 })).statusCode).toBe(404)
  expect((await sell({ email, importe: 5 }, 'x'.repeat(201))).statusCode).toBe(400)
  expect((await shop.post(VENTAS, { email, importe: 5 })).statusCode).toBe(401)
  expect([await lines(shop), await shop.db.select().from(ventas)]).toEqual([[], []])
})

test('the same key is one sale, of 50 at once over two processes too; with other data it is refused', async () => {
  const { shop, sell } = await withOwner()
  const other = await buildApp(shop.deps)
  onTestFinished(() => other.close())
  const { email } = await newCliente(shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => sell({ email, importe: 300 }, 'caja-1', n % 2 ? other : shop.app)),
  )
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ puntos: 300, recortados: 0, saldo: 300 })
  }
  expect(await lines(shop)).toHaveLength(1)

  const another = await newCliente(shop)
  for (const sent of [
    { email, importe: 301 },
    { email: another.email, importe: 300 },
  ]) {
    const answer = await sell(sent, 'caja-1')
    expect(answer.statusCode).toBe(409)
    expect(Object.keys(answer.json())).toEqual(['detail'])
  }
  expect((await sell({ email, importe: 300 }, 'caja-2')).json()).toEqual({
    puntos: 300,
    recortados: 0,
    saldo: 600,
  })
  for (let n = 0; n < 2; n++) await sell({ email, importe: 10 }, '')
  expect((await sell({ email, importe: 10 })).json()).toEqual({ puntos: 10, recortados: 0, saldo: 630 })
  expect(await lines(shop)).toHaveLength(5)
})

describe('over the socket, the owner’s limits of points', () => {
  async function atTheCounter() {
    const shop = await openShop()
    const visitor = shop.visitor()
    const { authorization } = (await newOperador(shop, 1)).headers
    const owner = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
    const asOwner = { authorization: `Bearer ${owner.access}` }
    const sell = async (body: object, more = {}) => {
      const answer = await visitor.ask(VENTAS, { body, headers: { authorization, ...more } })
      return { status: answer.status, body: answer.json<object>() }
    }
    const set = (puntos_venta: object) =>
      visitor.ask('/api/mostrador/ajustes', { method: 'PUT', body: { puntos_venta }, headers: asOwner })
    const cambios = async () =>
      (await visitor.ask('/api/mostrador/auditoria?que=venta', { headers: asOwner })).json<{
        cambios: { quien: string; accion: string; nombre: string; despues: object }[]
      }>().cambios
    return { shop, authorization, sell, set, cambios }
  }

  test('hold for one sale and for all of a customer’s day, and every sale is written down', async () => {
    const { shop, sell, set, cambios } = await atTheCounter()
    const [{ email }, another] = [await conPuntos(shop), await conPuntos(shop)]
    const most = { puntos: 200_000, recortados: 99_799_999, saldo: 200_000 }
    const key = { 'idempotency-key': 'una' }
    expect(await sell({ email, importe: 99_999_999 }, key)).toEqual({ status: 200, body: most })
    expect(await sell({ email, importe: 99_999_999 }, key)).toEqual({ status: 200, body: most })
    expect(await sell({ email, importe: 10 })).toEqual({
      status: 200,
      body: { puntos: 0, recortados: 10, saldo: 200_000 },
    })
    expect((await set({ por_cliente_dia: 200_300 })).status).toBe(200)
    expect(await sell({ email, importe: 500 })).toEqual({
      status: 200,
      body: { puntos: 300, recortados: 200, saldo: 200_300 },
    })
    expect((await set({ por_venta: 100 })).status).toBe(200)
    expect(await sell({ email: another.email, importe: 500 })).toEqual({
      status: 200,
      body: { puntos: 100, recortados: 400, saldo: 100 },
    })

    const [last, ...before] = await cambios()
    expect(last).toMatchObject({ quien: expect.stringMatching(/^Operador/), accion: 'crear', nombre: 'Ana' })
    expect([last, ...before].map((one) => one?.despues)).toEqual([
      { importe: 500, puntos: 100, recortados: 400 },
      { importe: 500, puntos: 300, recortados: 200 },
      { importe: 10, puntos: 0, recortados: 10 },
      { importe: 99_999_999, puntos: 200_000, recortados: 99_799_999 },
    ])
  })

  test('start anew with the shop’s next day', async () => {
    const { shop, sell } = await atTheCounter()
    const { email } = await conPuntos(shop)
    expect(await sell({ email, importe: 300_000 })).toMatchObject({ status: 200, body: { puntos: 200_000 } })
    await shop.db.update(puntos).set({ cuando: new Date(Date.now() - 24 * 3600_000) })
    expect(await sell({ email, importe: 1_000 })).toMatchObject({
      status: 200,
      body: { puntos: 1_000, saldo: 201_000 },
    })
  })

  test('hold for 50 sales at once, over two processes', async () => {
    const { shop, authorization, set, cambios } = await atTheCounter()
    const urls = [shop.url, await listen(await secondApp(shop))]
    const { email } = await conPuntos(shop)
    await set({ por_venta: 300, por_cliente_dia: 1_250 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fetch(`${urls[n % 2]}${VENTAS}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ email, importe: 300 }),
        }).then(async (answer) => [answer.status, await answer.json()]),
      ),
    )
    expect(answers.filter(([status]) => status !== 200)).toEqual([])
    expect((await lines(shop)).map(({ puntos }) => puntos)).toEqual([300, 300, 300, 300, 50])
    expect(await shop.db.select().from(ventas)).toHaveLength(50)
    expect(await cambios()).toHaveLength(50)
  })

  test('are whole numbers from 0 to 100 million', async () => {
    const { set } = await atTheCounter()
    for (const wrong of [1.5, -1, 100_000_001, '5', null]) {
      const answer = await set({ por_venta: wrong })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.json<object>())).toEqual(['puntos_venta'])
    }
  })
})
