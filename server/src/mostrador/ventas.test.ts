import { expect, onTestFinished, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { clientes } from '../db/schema/clientes.ts'
import { puntos, ventas } from '../db/schema/puntos.ts'
import { newCliente, newEmail } from '../testing/cuenta.ts'
import { OWNER, type Shop, testShop } from '../testing/shop.ts'

const VENTAS = '/api/mostrador/ventas'

async function withOwner() {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const auth = { authorization: `Bearer ${access}` }
  const sell = (payload: object, key?: string, app: App = shop.app) =>
    app.inject({
      ...{ method: 'POST', url: VENTAS, payload },
      headers: { ...auth, ...(key !== undefined && { 'idempotency-key': key }) },
    })
  return { shop, auth, sell }
}
const lines = (shop: Shop) => shop.db.select().from(puntos)

test('a sale gives a point for each peso, by the owner’s setting, and tells the balance', async () => {
  const { shop, auth, sell } = await withOwner()
  const { email } = await newCliente(shop)
  const first = await sell({ email: ` ${email.toUpperCase()} `, importe: 1500.5 })
  expect([first.statusCode, first.json()]).toEqual([200, { puntos: 1500, saldo: 1500 }])
  expect((await sell({ email, importe: '200' })).json()).toEqual({ puntos: 200, saldo: 1700 })
  // Too little for a point: a sale all the same
  expect((await sell({ email, importe: 0.99 })).json()).toEqual({ puntos: 0, saldo: 1700 })
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
    ...{ method: 'PUT', url: '/api/mostrador/ajustes', payload: { puntos_por_peso: 0.5 }, headers: auth },
  })
  expect((await sell({ email, importe: 101 })).json()).toEqual({ puntos: 50, saldo: 1750 })
})

test('what is no sale is refused, and nothing is written', async () => {
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
    expect([answer.statusCode, Object.keys(answer.json())], JSON.stringify(sent)).toEqual([400, [field]])
    expect(answer.json()[field][0]).not.toMatch(/expected|Invalid|Too|Entrada/)
  }
  const unknown = await sell({ email: newEmail(), importe: 5 })
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { detail: 'Ninguna cuenta tiene ese e-mail.' }])
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
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([200, { puntos: 300, saldo: 300 }])
  expect(await lines(shop)).toHaveLength(1)

  const another = await newCliente(shop)
  for (const sent of [
    { email, importe: 301 },
    { email: another.email, importe: 300 },
  ]) {
    const answer = await sell(sent, 'caja-1')
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([409, ['detail']])
  }
  expect((await sell({ email, importe: 300 }, 'caja-2')).json()).toEqual({ puntos: 300, saldo: 600 })
  for (let n = 0; n < 2; n++) await sell({ email, importe: 10 }, '')
  expect((await sell({ email, importe: 10 })).json()).toEqual({ puntos: 10, saldo: 630 })
  expect(await lines(shop)).toHaveLength(5)
})
