import { expect, test } from 'vitest'
import { createEstimado } from '../services/maps/estimado.ts'
import { MapsDown } from '../services/maps/port.ts'
import { makePdf } from '../testing/pdf.ts'
import { compra, type Shop, testShop } from '../testing/shop.ts'

const quote = (shop: Shop, change: object = {}, remoteAddress = '10.0.0.1') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/entregas/cotizar',
    payload: { sucursal: 'Alberdi', direccion: 'Belgrano 120', ...change },
    remoteAddress,
  })

const FAILED = { detail: 'No se pudo trazar la ruta. Verificá la dirección.' }

test('quotes from the branch, by address or pin, with the owner’s prices; doubled beyond 5 km', async () => {
  const shop = await testShop()
  expect((await quote(shop)).json()).toEqual({
    ...{ direccion: 'Belgrano 120, Juan Bautista Alberdi', lat: -27.58611, lng: -65.61972 },
    ...{ distancia_km: 0, costo: 2000, dentro_de_radio: true, estimada: true, ruta: null },
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

test('what is not an address, a branch or a pin is refused', async () => {
  const shop = await testShop()
  const nowhere = await quote(shop, { direccion: 'por ahí' })
  expect([nowhere.statusCode, nowhere.json()]).toEqual([400, FAILED])
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
  expect([answer.statusCode, answer.json()]).toEqual([502, FAILED])
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const delivery = { modo_entrega: 'delivery', direccion_entrega: 'Belgrano 120' }
  expect((await shop.post('/api/completar_compra', compra(pedido_id, delivery))).statusCode).toBe(502)
  expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
})

test('sixty in fifteen minutes for each address', async () => {
  const shop = await testShop()
  const answers = await Promise.all(Array.from({ length: 70 }, () => quote(shop)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toEqual({ detail: 'Demasiados intentos. Probá de nuevo en 15 minutos.' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(880)
  expect((await quote(shop, {}, '10.0.0.2')).statusCode).toBe(200)
  shop.clock.offsetMs = 15 * 60_000 + 1
  expect((await quote(shop)).statusCode).toBe(200)
})
