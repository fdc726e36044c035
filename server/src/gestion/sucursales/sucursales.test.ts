import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createLocks } from '../../base/runtime/locks.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { createMaps } from '../../base/services/maps/index.ts'
import { enterAs, ownerShop } from '../../testing/mostrador.ts'
import { startMapas } from '../../testing/peers/mapas.ts'
import { testShop } from '../../testing/shop.ts'

const mapas = await startMapas()
afterAll(mapas.close)
beforeEach(() => {
  mapas.places = {}
  mapas.mood = 'fine'
})

test('a branch is added and moved; its hours are understood or refused', async () => {
  const { shop, ask, look, last } = await ownerShop()
  const branch = {
    nombre: 'Concepción',
    direccion: 'España 100',
    whatsapp: '+54 9 3865 47-1200',
    lat: -27.34,
    lng: -65.59,
    horario: 'Lunes a viernes de 8 a 20',
  }
  const made = await ask('POST', 'sucursales', branch)
  expect(made.statusCode).toBe(201)
  expect(made.json().whatsapp).toBe('5493865471200')
  for (const [change, field] of [
    [{ nombre: 'ALBERDI' }, 'nombre'],
    [{ nombre: '\u202eidreblA' }, 'nombre'],
    [{ whatsapp: '12' }, 'whatsapp'],
    [{ horario: 'cuando puedo' }, 'horario'],
    [{ lat: 91 }, 'lat'],
  ] as const) {
    const answer = await ask('POST', 'sucursales', { ...branch, nombre: 'Otra', ...change })
    expect(answer.statusCode, String(field)).toBe(400)
    expect(Object.keys(answer.json()), String(field)).toEqual([field])
  }
  const { id } = made.json()
  await ask('PATCH', `sucursales/${id}`, { direccion: 'España 200' })
  expect(await last()).toMatchObject({ que: 'sucursal', antes: { direccion: 'España 100' } })
  // Its vouchers continue their series under the new name
  const facturacion = {
    puntos_venta: { [branch.nombre]: 7, Alberdi: 3 },
    ingresos_brutos: '1',
    inicio_actividades: '2015-03-01',
  }
  await ask('PUT', 'ajustes', { facturacion })
  await ask('PATCH', `sucursales/${id}`, { nombre: 'Monteros' })
  expect((await look('ajustes')).facturacion.puntos_venta).toEqual({ Monteros: 7, Alberdi: 3 })
  expect((await shop.get('/api/sucursales')).json()).toHaveLength(3)
})

test('what several people change of a branch at the same moment all stays', async () => {
  const { ask, look } = await ownerShop()
  const [{ id }] = await look('sucursales')
  for (let time = 0; time < 10; time++) {
    const changes = {
      direccion: `España ${100 + time}`,
      whatsapp: `549386547${1000 + time}`,
      lng: -65 - time / 10,
    }
    const each = Object.entries(changes).map(([key, value]) =>
      ask('PATCH', `sucursales/${id}`, { [key]: value }),
    )
    for (const { statusCode } of await Promise.all(each)) expect(statusCode).toBe(200)
    expect((await look('sucursales'))[0]).toMatchObject(changes)
  }
})

test('where a branch is moved to, its deliveries are measured from at once', async () => {
  const { shop, ask, look } = await ownerShop()
  const [{ id }] = await look('sucursales')
  const km = async () =>
    (
      await shop.post('/api/entregas/cotizar', {
        sucursal: 'Alberdi',
        direccion: 'x',
        lat: -27.59,
        lng: -65.62,
      })
    ).json().distancia_km
  const before = await km()
  expect((await ask('PATCH', `sucursales/${id}`, { lat: -27.59, lng: -65.62 })).statusCode).toBe(200)
  expect(before).toBeGreaterThan(0.3)
  expect(await km()).toBe(0)
})

describe('the look-up of a branch by its address', () => {
  const FOUND = {
    lat: '-27.4335',
    lon: '-65.6160',
    display_name: 'San Martín 500, Aguilares, Tucumán',
    place_rank: 30,
  }

  /** A shop with the geocoder of the tests, or without any. */
  async function owner({ geocoder = true } = {}) {
    const maps = createMaps(
      { geocoderUrl: geocoder ? mapas.url : undefined, routerUrl: undefined, contact: 'hola@example.com' },
      {
        cache: { remember: async (_, ask) => (await ask()).value },
        locks: createLocks(null, createLogger('silent')),
        everyMs: 0,
      },
    )
    const shop = await testShop({ maps })
    const headers = await enterAs(shop)
    const locate = async (body: object) => {
      const answer = await shop.post('/api/mostrador/sucursales/ubicar', body, headers)
      return { status: answer.statusCode, codigo: answer.headers['x-codigo'], body: answer.json() }
    }
    return { shop, headers, locate }
  }

  test('it says where that is and how well it knows; of places that read alike, the nearest to the pin', async () => {
    const { shop, headers, locate } = await owner()
    const far = {
      ...FOUND,
      lat: '-27.5861',
      lon: '-65.6197',
      display_name: 'San Martín 500, Alberdi, Tucumán',
    }
    mapas.places['San Martín 500'] = [FOUND, far]
    const before = (await shop.get('/api/mostrador/sucursales', headers)).json()
    expect(await locate({ direccion: ' San Martín 500 ' })).toEqual({
      status: 200,
      codigo: undefined,
      body: {
        direccion: 'San Martín 500, Alberdi, Tucumán',
        lat: -27.5861,
        lng: -65.6197,
        precision: 'puerta',
      },
    })
    const { body: near } = await locate({ direccion: 'San Martín 500', lat: -27.44, lng: -65.61 })
    expect(near).toMatchObject({ lat: -27.4335, lng: -65.616 })
    expect((await shop.get('/api/mostrador/sucursales', headers)).json()).toEqual(before) // nothing is saved
  })

  test('without a geocoder it knows the town', async () => {
    const { locate } = await owner({ geocoder: false })
    const { status, body: found } = await locate({ direccion: 'España 100, Concepción' })
    expect(status).toBe(200)
    expect(found).toEqual({
      direccion: 'España 100, Concepción',
      lat: -27.3444,
      lng: -65.5944,
      precision: 'localidad',
    })
  })

  test('an unknown address, a map that is down and an empty address each have their sentence', async () => {
    const { locate } = await owner()
    expect(await locate({ direccion: 'por ahí' })).toEqual({
      status: 400,
      codigo: 'direccion_desconocida',
      body: {
        direccion: ['No encontramos esa dirección. Escribí calle, número y localidad, o poné el pin a mano.'],
      },
    })
    expect(await locate({ direccion: ' ' })).toEqual({
      status: 400,
      codigo: 'datos',
      body: { direccion: ['Escribí primero la dirección.'] },
    })
    mapas.mood = 'busy'
    expect(await locate({ direccion: 'San Martín 500' })).toEqual({
      status: 502,
      codigo: 'servicio_caido',
      body: {
        detail: 'El buscador de direcciones no responde. Probá de nuevo en un rato, o poné el pin a mano.',
      },
    })
  })

  test('thirty times in a quarter of an hour', async () => {
    const { shop, locate } = await owner({ geocoder: false })
    const search = () => locate({ direccion: 'Belgrano 120, Alberdi' })
    for (let times = 0; times < 30; times++) expect((await search()).status).toBe(200)
    expect(await search()).toMatchObject({ status: 429, codigo: 'limite' })
    shop.clock.offsetMs = 15 * 60_000 + 1
    expect((await search()).status).toBe(200)
  })
})
