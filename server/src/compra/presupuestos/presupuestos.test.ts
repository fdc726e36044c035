// The counter gives a price as a link, and a customer makes an order from it, over a real socket.
import type { Cotizacion, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { PresupuestoAnswer } from '@imprimitodo/shared/api/presupuestos'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { presupuestos } from '../../base/db/schema/presupuestos.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'
import { chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador'
const DAY = 24 * 3600_000
const PRECIOS = { byn: { una: 200, dos: 320 }, color: { una: 800, dos: 1400 } }
const CALCULO = { paginas: 100, duplicado: 3, doble_faz: true, color: 'blanco y negro', anillado: true }
type Dado = { url: string; vence: string; importe: number; texto: string }

async function aCounter() {
  const shop = await openShop()
  const owner = await enterAs(shop)
  const clerk = await newOperador(shop, 1)
  const give = (body: object, headers = clerk.headers) =>
    shop.post(`${B}/presupuestos`, { sucursal: 'Alberdi', ...body }, headers)
  const given = async (body: object) => {
    const answer = await give(body)
    expect(answer.statusCode, String(answer.body)).toBe(201)
    const dado = answer.json<Dado>()
    return { ...dado, path: `/api/presupuestos/${dado.url.split('/').at(-1)}` }
  }
  const raise = () =>
    shop.app.inject({ method: 'PUT', url: `${B}/ajustes`, payload: { precios: PRECIOS }, headers: owner })
  return { shop, owner, clerk, give, given, raise, customer: shop.visitor() }
}

test('of files keeps its price while the shop raises its own, and the order has files, options and that price', async () => {
  const { shop, given, raise, customer } = await aCounter()
  const archivos = [
    { nombre: 'tesis.pdf', bytes: await makePdf({ pages: 40 }), duplicado: 2, anillado: true },
  ]
  const draft = await shop.quote(archivos, { carrito: 'la-venta-del-mostrador' })
  const { url, path, importe, texto, vence } = await given({ pedido_id: draft.pedido_id, nombre: 'Milagros' })
  // 20 sheets of two sides and a binding, twice, and 5 % off
  expect(importe).toBe(Math.round(2 * 20 * 160 * 0.95) + 2 * 1200 * 0.95)
  expect(url).toMatch(/^http.*\/presupuesto\/[\w-]{43}$/)
  expect(texto).toMatch(/^¡Hola Milagros! Tu pedido de imprimitodo Alberdi sale \$\s8\.360,00\./)
  expect(texto).toContain(url)
  expect(Date.parse(vence) - +shop.deps.now()).toBeGreaterThan(6.99 * DAY)

  // The clerk goes on with another customer, whose draft takes the place of this one; prices go up
  await shop.quote([{ nombre: 'otro.pdf', bytes: await makePdf() }], { carrito: 'la-venta-del-mostrador' })
  expect((await raise()).statusCode).toBe(200)
  shop.clock.offsetMs = 6 * DAY
  await shop.app.housekeeping()
  const seen = await customer.ask(path)
  expect(seen.status).toBe(200)
  expect(seen.headers.get('x-robots-tag')).toBe('noindex')
  expect(seen.json<PresupuestoAnswer>()).toMatchObject({
    importe,
    nombre: 'Milagros',
    sucursal: 'Alberdi',
    calculo: null,
    importe_hoy: null,
    archivos: [{ nombre: 'tesis.pdf', paginas: 40, duplicado: 2, subida: null }],
  })
  expect(seen.body).not.toContain('pedido_id')
  const picture = await customer.ask(`${path}/archivos/1/miniatura.webp`)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  for (const none of ['2', '0', 'x'])
    expect((await customer.ask(`${path}/archivos/${none}/miniatura.webp`)).status).toBeGreaterThanOrEqual(400)

  const ask = () => customer.ask(`${path}/pedir`, { body: { carrito: 'el-carrito-del-cliente' } })
  const first = (await ask()).json<Cotizacion>()
  const made = (await ask()).json<Cotizacion>()
  expect(made.archivos).toMatchObject([{ nombre: 'tesis.pdf', anillado: true, subida: expect.any(String) }])
  // Ordered twice from one carrito: the first order was replaced
  expect((await customer.ask(`/api/pedidos/${first.pedido_id}`)).status).toBe(404)
  const pedido = (await customer.ask(`/api/pedidos/${made.pedido_id}`)).json<PedidoAnswer>()
  expect([pedido.importe_final, pedido.acceso]).toEqual([importe, 'completo'])
  const bought = await customer.ask('/api/completar_compra', { body: compra(made.pedido_id) })
  expect(bought.status).toBe(200)
  expect(bought.json<{ importe_final: number }>().importe_final).toEqual(importe)
})

test('after seven days it says so, its files go, and later its link is unknown', async () => {
  const { shop, given, customer } = await aCounter()
  const draft = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const { path } = await given({ pedido_id: draft.pedido_id })
  const [kept] = await shop.db.select().from(presupuestos)
  shop.clock.offsetMs = 7 * DAY + 60_000
  const picture = `${path}/archivos/1/miniatura.webp`
  for (const over of [
    await customer.ask(path),
    await customer.ask(picture),
    await customer.ask(`${path}/pedir`, { body: {} }),
  ]) {
    expect(over.status).toBe(410)
    expect(over.headers.get('x-codigo')).toBe('enlace_vencido')
    expect(over.json<{ detail: string }>().detail).toMatch(/^Este presupuesto venció el \d\d\/\d\d\/\d{4}\./)
  }
  await shop.app.housekeeping()
  const draftRow = shop.db
    .select()
    .from(pedidos)
    .where(eq(pedidos.id, kept?.pedido_id ?? ''))
  expect(await draftRow).toEqual([])
  expect((await customer.ask(path)).status).toBe(410)
  shop.clock.offsetMs = 40 * DAY
  await shop.app.housekeeping()
  expect((await customer.ask(path)).status).toBe(404)
})

test('without files shows the quoted price, and the price of the same pages today', async () => {
  const { given, raise, customer } = await aCounter()
  // 50 sheets of two sides and a binding each, three times, and 5 % off
  const { path, importe } = await given({ calculo: CALCULO })
  expect(importe).toBe(3 * (50 * 160 + 1200) * 0.95)
  const same = (await customer.ask(path)).json<PresupuestoAnswer>()
  expect(same).toMatchObject({
    importe,
    importe_hoy: importe,
    archivos: [],
    calculo: { ...CALCULO, hojas: 50, tomos: 1 },
  })
  expect((await customer.ask(`${path}/archivos/1/miniatura.webp`)).status).toBe(404)
  await raise()
  const dearer = (await customer.ask(path)).json<PresupuestoAnswer>()
  expect([dearer.importe, dearer.importe_hoy]).toEqual([importe, 3 * (50 * 320 + 1200) * 0.95])
  const asked = await customer.ask(`${path}/pedir`, { body: {} })
  expect(asked.status).toBe(409)
  expect(asked.json<{ detail: string }>().detail).toEqual(expect.stringContaining('no tiene archivos'))
})

test('an empty, foreign or already sold draft is refused with a sentence and leaves nothing', async () => {
  const { shop, give, clerk, customer } = await aCounter()
  const draft = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const both = 'Agregá los archivos o escribí cuántas páginas son.'
  for (const [body, status, says] of [
    [{}, 400, { calculo: [both] }],
    [{ calculo: CALCULO, pedido_id: draft.pedido_id }, 400, { calculo: [both] }],
    [{ calculo: { ...CALCULO, paginas: 0 } }, 400, { calculo: ['Escribí cuántas páginas son.'] }],
    [{ calculo: { ...CALCULO, duplicado: 10_000 } }, 400, { calculo: ['Son hasta 9999 copias.'] }],
    [
      { calculo: CALCULO, sucursal: 'Aguilares' },
      403,
      { detail: 'Solo podés dar presupuestos de tu sucursal.' },
    ],
    [{ pedido_id: 'x'.repeat(22) }, 404, { detail: 'Ese pedido no existe.' }],
  ] as const) {
    const answer = await give(body)
    expect(answer.statusCode).toEqual(status)
    expect(answer.json()).toEqual(says)
  }
  await chargeInCash(shop, draft.pedido_id, clerk.headers)
  expect((await give({ pedido_id: draft.pedido_id })).json()).toEqual({ detail: 'Ese pedido ya se cobró.' })
  expect(await shop.db.$count(presupuestos)).toBe(0)
  for (const token of ['nada', 'x'.repeat(43)])
    expect((await customer.ask(`/api/presupuestos/${token}`)).status).toBe(404)
})

test('a browser’s orders from quotes are limited per quarter of an hour; its neighbours go on', async () => {
  const { shop, given } = await aCounter()
  const draft = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const { path } = await given({ pedido_id: draft.pedido_id })
  const [one, other] = [shop.visitor('198.18.55.1'), shop.visitor('198.18.55.1')]
  const ask = (who: typeof one) => who.ask(`${path}/pedir`, { body: { carrito: 'carrito-de-uno' } })
  await ask(one)
  const burst = await Promise.all(Array.from({ length: 50 }, () => ask(one)))
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(29 + 1)
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await ask(other)).status).toBe(200)
  // One carrito has one order
  expect(await shop.db.$count(pedidos, eq(pedidos.carrito, 'carrito-de-uno'))).toBe(1)
})
