import { expect, test } from 'vitest'
import { createEstimado } from '../../base/services/maps/estimado.ts'
import { MapsDown } from '../../base/services/maps/port.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, type Shop, testShop } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'

const quote = (shop: Shop, change: object = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/entregas/cotizar',
    payload: { sucursal: 'Alberdi', direccion: 'Belgrano 120', ...change },
  })

const FAILED = { detail: 'No se pudo trazar la ruta. Verificá la dirección.' }

test('quotes from the branch, by address or pin, with the owner’s prices; doubled beyond 5 km', async () => {
  const shop = await testShop()
  expect((await quote(shop)).json()).toEqual({
    direccion: 'Belgrano 120, Juan Bautista Alberdi',
    lat: -27.58611,
    lng: -65.61972,
    distancia_km: 0,
    costo: 2000,
    dentro_de_radio: true,
    estimada: true,
    ruta: null,
    precision: 'localidad',
    duda: null,
  })
  const far = (await quote(shop, { sucursal: 'aguilares', direccion: 'Mitre 30, Concepción' })).json()
  expect(far).toMatchObject({ costo: 4000, dentro_de_radio: false })
  expect(far.distancia_km).toBeGreaterThan(12)
  // 5 km by road is 3.846 in a straight line: the last metre inside, and the first outside
  const at = async (km: number) =>
    (await quote(shop, { lat: -27.58611 - km / 1.3 / 111.1949, lng: -65.61972 })).json()
  expect(await at(4.999)).toMatchObject({ distancia_km: 4.999, costo: 2000, dentro_de_radio: true })
  expect(await at(5.001)).toMatchObject({ distancia_km: 5.001, costo: 4000, dentro_de_radio: false })
})

test('an invalid address, branch or pin is refused', async () => {
  const shop = await testShop()
  const nowhere = await quote(shop, { direccion: 'por ahí' })
  expect(nowhere.statusCode).toBe(400)
  expect(nowhere.json()).toEqual(FAILED)
  expect((await quote(shop, { sucursal: 'Otra' })).json()).toEqual({ sucursal: ['Esa sucursal no existe.'] })
  expect((await quote(shop, { direccion: ' ' })).json()).toEqual({ direccion: ['Escribí la dirección.'] })
  for (const pin of [
    { lat: 91, lng: 0 },
    { lat: 'x', lng: 0 },
  ])
    expect((await quote(shop, pin)).statusCode).toBe(400)
  expect((await quote(shop, { lat: null, lng: null })).statusCode).toBe(200)
  expect((await quote(shop, { lat: -27.6 })).json()).toMatchObject({ lat: -27.58611 }) // half a pin is none
})

test('a map service that is down is told apart, and pickup stays possible', async () => {
  const shop = await testShop({ maps: { ...createEstimado(), route: () => Promise.reject(new MapsDown()) } })
  const answer = await quote(shop)
  expect(answer.statusCode).toBe(502)
  expect(answer.json()).toEqual(FAILED)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const delivery = { modo_entrega: 'delivery', direccion_entrega: 'Belgrano 120' }
  expect((await shop.post('/api/completar_compra', compra(pedido_id, delivery))).statusCode).toBe(502)
  expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
})

test('a browser may ask twenty times in fifteen minutes; a /64 shares 600, a /48 four times as many', async () => {
  const shop = await openShop()
  const body = { sucursal: 'Alberdi', direccion: 'Belgrano 120' }
  const ask = (visitor: Visitor) => visitor.ask('/api/entregas/cotizar', { body })
  const browser = async (address: string) => {
    const visitor = shop.visitor(address)
    await visitor.ask('/get_token_local')
    return visitor
  }
  const ana = await browser('2001:db8:1:1::1')
  for (let times = 0; times < 20; times++) expect((await ask(ana)).status).toBe(200)
  const refused = await ask(ana)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('x-codigo')).toBe('limite')
  expect(refused.json()).toEqual({ detail: 'Demasiados intentos. Probá de nuevo en 15 minutos.' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(880)
  expect((await ask(await browser('2001:db8:1:1::1'))).status).toBe(200)
  /** Without cookies: another address of the same /64 each time. @returns how many were answered */
  const flood = async (net: string, times: number) => {
    let fine = 0
    for (let at = 0; at < times; at += 20) {
      const some = Array.from({ length: Math.min(20, times - at) }, (_, one) =>
        ask(shop.visitor(`2001:db8:1:${net}:${at + one}::9`)),
      )
      fine += (await Promise.all(some)).filter(({ status }) => status === 200).length
    }
    return fine
  }
  expect(await flood('1', 600)).toBe(600 - 21)
  for (const [net, fine] of [
    ['2', 600],
    ['3', 600],
    ['4', 600],
    ['5', 0],
  ] as const)
    expect([net, await flood(net, fine || 5)]).toEqual([net, fine])
  expect((await ask(await browser('2001:db8:2:1::1'))).status).toBe(200)
  shop.clock.offsetMs = 15 * 60_000 + 1
  expect((await ask(ana)).status).toBe(200)
}, 120_000)

test('buying with delivery asks the maps no oftener than quoting may; pickup is never refused for it', async () => {
  let asked = 0
  const estimado = createEstimado()
  const route: typeof estimado.route = (...args) => {
    asked++
    return estimado.route(...args)
  }
  const shop = await openShop({ maps: { ...estimado, route } })
  const bytes = await makePdf()
  const ana = shop.visitor()
  const buy = async (pedido_id: string, change: object, path = 'completar_compra') =>
    (await ana.ask(`/api/${path}`, { body: compra(pedido_id, change) })).status
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes }])
  expect(await buy(pedido_id, {})).toBe(200)
  const codes: number[] = []
  for (let at = 0; at < 25; at++) {
    const far = { modo_entrega: 'delivery', direccion_entrega: `Mitre ${at}, Concepción` }
    codes.push(await buy(pedido_id, far, at % 2 ? 'completar_compra' : 'registrar_compra_sin_pago'))
  }
  expect(codes).toEqual([...Array(20).fill(400), ...Array(5).fill(429)])
  expect(asked).toBe(20)
  expect(await buy(pedido_id, {})).toBe(200)
})
