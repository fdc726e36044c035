import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createLocks } from '../../base/runtime/locks.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { createMaps } from '../../base/services/maps/index.ts'
import { writeAjustes } from '../../gestion/ajustes/service.ts'
import { makePdf } from '../../testing/pdf.ts'
import { rowOf } from '../../testing/pedidos.ts'
import { startMapas } from '../../testing/peers/mapas.ts'
import { compra } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const AT_THE_BRANCH = { lat: -27.586, lng: -65.6195 }
const mapas = await startMapas()
afterAll(mapas.close)
beforeEach(() => {
  mapas.places = {}
  mapas.roads = {}
})

/** A customer over a socket, of a shop with the tests' geocoder and router, or without them. */
async function customer({ geocoder }: { geocoder: boolean }) {
  const url = geocoder ? mapas.url : undefined
  const maps = createMaps(
    { geocoderUrl: url, routerUrl: url, contact: 'hola@example.com' },
    {
      cache: { remember: async (_, ask) => (await ask()).value },
      locks: createLocks(null, createLogger('silent')),
      everyMs: 0,
    },
  )
  const shop = await openShop({ maps })
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const visitor = shop.visitor()
  const quote = async (change: object) => {
    const body = { sucursal: 'Alberdi', ...change }
    const answer = await visitor.ask('/api/entregas/cotizar', { body })
    return { status: answer.status, ...answer.json<object>() }
  }
  const buy = async ({ direccion, ...change }: { direccion: string } & Record<string, unknown>) => {
    const delivery = { modo_entrega: 'delivery', direccion_entrega: direccion, ...change }
    const answer = await visitor.ask('/api/completar_compra', { body: compra(pedido_id, delivery) })
    return { status: answer.status, body: answer.json<object>() }
  }
  return { shop, pedido_id, quote, buy }
}
const refused = (text: string) => ({ status: 400, body: { direccion_entrega: [text] } })
const TOO_FAR = 'La dirección queda fuera del radio de entrega. Podés retirar en la sucursal.'

describe('without a geocoder', () => {
  test('only an address’s town is known: buying needs a pin', async () => {
    const { shop, pedido_id, quote, buy } = await customer({ geocoder: false })
    const address = { direccion: 'Belgrano 120' }
    expect(await quote(address)).toMatchObject({ status: 200, precision: 'localidad', duda: null })
    expect(await buy(address)).toEqual(refused('Marcá tu puerta en el mapa.'))
    // The confirmation that the screen sends for another pin does not stand in for a pin
    expect(await buy({ ...address, pin_confirmado: true })).toEqual(refused('Marcá tu puerta en el mapa.'))
    expect((await rowOf(shop, pedido_id))?.estado).toBe('borrador')
    const pinned = { ...address, ...AT_THE_BRANCH }
    expect(await quote(pinned)).toMatchObject({ precision: 'puerta', duda: null })
    expect(await buy(pinned)).toMatchObject({ status: 200, body: { costo_delivery: 2000 } })
  })

  test('a pin at the branch does not make an address of another city near', async () => {
    const { shop, pedido_id, quote, buy } = await customer({ geocoder: false })
    const cheat = { direccion: '25 de Mayo 800, San Miguel de Tucumán', ...AT_THE_BRANCH }
    expect(await quote(cheat)).toMatchObject({
      status: 200,
      dentro_de_radio: false,
      duda: 'El pin está cerca de Juan Bautista Alberdi, y la dirección dice San Miguel de Tucumán.',
    })
    expect(await buy(cheat)).toEqual(refused(TOO_FAR))
    expect(await buy({ ...cheat, pin_confirmado: true })).toEqual(refused(TOO_FAR))
    expect((await rowOf(shop, pedido_id))?.estado).toBe('borrador')
  })
})

describe('with a geocoder', () => {
  const FOUND = { lat: '-27.56', lon: '-65.62', display_name: 'Mitre, Alberdi, Tucumán', place_rank: 30 }

  test('an address that it does not find is refused, and never the centre of its town', async () => {
    const { quote, buy } = await customer({ geocoder: true })
    const text = 'No se pudo trazar la ruta. Verificá la dirección.'
    expect(await quote({ direccion: 'Mitre 9999, Alberdi' })).toEqual({ status: 400, detail: text })
    expect(await buy({ direccion: 'Mitre 9999, Alberdi' })).toEqual(refused(text))
  })

  test('a pin more than 1 km from the address is asked about; confirmed, the longer way is charged', async () => {
    mapas.places['Mitre 350'] = [FOUND]
    mapas.roads['-65.620000,-27.560000'] = { distance: 5_100 }
    mapas.roads['-65.619500,-27.586000'] = { distance: 40 }
    const { shop, pedido_id, quote, buy } = await customer({ geocoder: true })
    const direccion = 'Mitre 350'
    expect(await quote({ direccion })).toMatchObject({ precision: 'puerta', distancia_km: 5.1, duda: null })
    await shop.deps.tienda.edit((tx) =>
      writeAjustes(tx, new Date(), (now) => ({ ...now, radioPermitido: 6 })),
    )
    const duda = 'El pin está a 2,9 km de «Mitre, Alberdi, Tucumán».'
    const cheat = { direccion, ...AT_THE_BRANCH }
    expect(await quote(cheat)).toMatchObject({ distancia_km: 5.1, costo: 4000, duda })
    const asked = refused(`${duda} Mové el pin, o confirmá que está bien.`)
    expect(await buy(cheat)).toEqual(asked)
    expect(await buy({ ...cheat, pin_confirmado: false })).toEqual(asked)
    expect((await rowOf(shop, pedido_id))?.estado).toBe('borrador')
    expect(await buy({ ...cheat, pin_confirmado: true })).toMatchObject({
      status: 200,
      body: { costo_delivery: 4000 },
    })
    expect(await rowOf(shop, pedido_id)).toMatchObject({ distancia_m: 5100 })
  })

  test('a pin within 1 km is the customer’s door', async () => {
    mapas.places['Mitre 350'] = [FOUND]
    mapas.roads['-65.621000,-27.561000'] = { distance: 2_800 }
    const { buy } = await customer({ geocoder: true })
    const pin = { lat: -27.561, lng: -65.621 }
    expect(await buy({ direccion: 'Mitre 350', ...pin })).toMatchObject({
      status: 200,
      body: { costo_delivery: 2000 },
    })
  })

  test('it finds only the town, not the door: buying needs a pin', async () => {
    mapas.places.Alberdi = [{ ...FOUND, display_name: 'Alberdi, Tucumán', place_rank: 16 }]
    const { buy } = await customer({ geocoder: true })
    expect(await buy({ direccion: 'Alberdi' })).toEqual(refused('Marcá tu puerta en el mapa.'))
    expect(await buy({ direccion: 'Alberdi', ...AT_THE_BRANCH })).toMatchObject({ status: 200 })
  })
})
