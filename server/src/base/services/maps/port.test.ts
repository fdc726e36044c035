import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../testing/database.ts'
import { type Mapas, startMapas } from '../../../testing/peers/mapas.ts'
import { createLocks } from '../../runtime/locks.ts'
import { createLogger } from '../../runtime/logger.ts'
import { createMapsCache, type MapsCache } from './cache.ts'
import { createMaps } from './index.ts'
import type { Maps } from './port.ts'

const ALBERDI = { lat: -27.58611, lng: -65.61972 }
const clock = { ms: 0 }
const now = () => Date.now() + clock.ms
const steady = () => performance.now() + clock.ms
const locks = createLocks(null, createLogger('silent'))
const forgetful: MapsCache = { remember: async (_, ask) => (await ask()).value }
const nowhere = { cache: forgetful, locks }

async function world(): Promise<{ mapas: Mapas; maps: Maps; again: () => Maps }> {
  const mapas = await startMapas()
  const { db, close } = await testDatabase()
  onTestFinished(async () => {
    await mapas.close()
    await close()
  })
  const cache = createMapsCache(db, () => new Date(now()))
  const again = () =>
    createMaps(
      { geocoderUrl: mapas.url, routerUrl: mapas.url, contact: 'hola@example.com' },
      { cache, locks, now, steady, everyMs: 0 },
    )
  mapas.places['Belgrano 120'] = [
    { lat: '-27.9', lon: '-65.3', display_name: 'Belgrano, Otro Pueblo, Tucumán, Argentina' },
    { lat: '-27.59', lon: '-65.61', display_name: '120, Belgrano, Alberdi, Tucumán, T4158, Argentina' },
  ]
  return { mapas, maps: again(), again }
}

beforeEach(() => {
  clock.ms = 0
})

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Error ? error.constructor.name : error),
  )

describe('on both adapters', () => {
  const adapters: [string, () => Promise<Maps>][] = [
    [
      'the embedded estimate',
      async () => createMaps({ geocoderUrl: '', routerUrl: '', contact: '' }, nowhere),
    ],
    ['Nominatim and OSRM', async () => (await world()).maps],
  ]
  it.each(adapters)('%s: an address has a point, a label and a distance', async (_, make) => {
    const { point, label, km } = await (await make()).route(ALBERDI, 'Belgrano 120', null)
    expect(label).toContain('Belgrano')
    expect([Math.abs(point.lat - ALBERDI.lat) < 0.1, km >= 0]).toEqual([true, true])
  })
  it.each(adapters)('%s: a pin is where it is', async (_, make) => {
    const pin = { lat: -27.6, lng: -65.62 }
    const found = await (await make()).route(ALBERDI, 'el portón verde', pin)
    expect([found.point, found.label]).toEqual([pin, 'el portón verde'])
  })
  it.each(adapters)('%s: an address is found where the way to it ends', async (_, make) => {
    const maps = await make()
    const { point, label, precision } = await maps.route(ALBERDI, 'Belgrano 120', null)
    expect(await maps.find('Belgrano 120', ALBERDI)).toEqual({ point, label, precision })
  })
  it.each(adapters)('%s: a text that is no address is not found', async (_, make) => {
    const maps = await make()
    expect(await nameOf(maps.route(ALBERDI, 'por ahí', null))).toBe('AddressNotFound')
    expect(await nameOf(maps.find('por ahí', ALBERDI))).toBe('AddressNotFound')
  })
})

describe('the probe', () => {
  it('says what each service answers now, bypassing the cache', async () => {
    const { mapas, maps } = await world()
    expect(maps.kind).toBe('servicios')
    mapas.places['Aguilares, Tucumán'] = [
      { lat: '-27.43', lon: '-65.61', display_name: 'Aguilares, Tucumán, Argentina' },
    ]
    expect(await maps.probe()).toEqual({
      ok: true,
      detail:
        'El buscador de direcciones responde: encuentra «Aguilares, Tucumán, Argentina». El trazador de rutas responde: traza una ruta de 3 km.',
    })
    mapas.places = {}
    expect(await maps.probe()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('no conoce Aguilares, Tucumán'),
    })
    mapas.mood = 'busy'
    expect(await maps.probe()).toEqual({
      ok: false,
      detail: 'El buscador de direcciones no responde: HTTP 429. El trazador de rutas no responde: HTTP 429.',
    })
  })

  it('a service that is not configured is no failure', async () => {
    const mapas = await startMapas()
    onTestFinished(mapas.close)
    const maps = createMaps(
      { geocoderUrl: undefined, routerUrl: mapas.url, contact: '' },
      { ...nowhere, now, everyMs: 0 },
    )
    expect(await maps.probe()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('no está configurado'),
    })
    expect(createMaps({ geocoderUrl: '', routerUrl: '', contact: '' }, nowhere).kind).toBe('estimado')
  })
})

describe('a real service', () => {
  it('the nearest of its places, by road, with the line to draw; the request says who asks', async () => {
    const { maps, mapas } = await world()
    mapas.roads['-65.610000,-27.590000'] = { distance: 4_900 }
    expect(await maps.route(ALBERDI, 'Belgrano 120', null)).toEqual({
      label: '120, Belgrano, Alberdi',
      point: { lat: -27.59, lng: -65.61 },
      km: 4.9,
      estimated: false,
      precision: 'calle',
      duda: null,
      line: [
        [-65.61972, -27.58611],
        [-65.61, -27.59],
      ],
    })
    expect([...mapas.agents]).toEqual(['ImprimiTodo/1 (hola@example.com)'])
  })

  it('an address that it does not find is not estimated by the town’s centre, though it names the town', async () => {
    const { maps } = await world()
    expect(await nameOf(maps.route(ALBERDI, 'Belgrano 9999, Aguilares', null))).toBe('AddressNotFound')
  })

  it.each([
    [30, 'puerta'],
    [26, 'calle'],
    [19, 'localidad'],
  ])('of rank %d is known by its %s', async (place_rank, precision) => {
    const { maps, mapas } = await world()
    mapas.places['Mitre 5'] = [{ lat: '-27.59', lon: '-65.61', display_name: 'Mitre', place_rank }]
    expect((await maps.route(ALBERDI, 'Mitre 5', null)).precision).toBe(precision)
  })

  it('a pin far from the address costs the longer way; one near it its own way', async () => {
    const { maps, mapas } = await world()
    mapas.roads['-65.610000,-27.590000'] = { distance: 4_900 }
    mapas.roads['-65.619720,-27.570000'] = { distance: 700 }
    const far = await maps.route(ALBERDI, 'Belgrano 120', { lat: -27.57, lng: -65.61972 })
    expect(far).toMatchObject({ km: 4.9, duda: 'El pin está a 2,4 km de «120, Belgrano, Alberdi».' })
    mapas.roads['-65.611000,-27.590000'] = { distance: 600 }
    const near = await maps.route(ALBERDI, 'Belgrano 120', { lat: -27.59, lng: -65.611 })
    expect(near).toMatchObject({ km: 0.6, duda: null, precision: 'puerta' })
  })

  it('a pin is enough while it is down', async () => {
    const mapas = await startMapas()
    onTestFinished(mapas.close)
    const settings = { geocoderUrl: mapas.url, routerUrl: undefined, contact: '' }
    const maps = createMaps(settings, { cache: forgetful, locks, now, everyMs: 0 })
    mapas.mood = 'down'
    const pin = { lat: -27.59, lng: -65.62 }
    expect(await maps.route(ALBERDI, 'Belgrano 120', pin)).toMatchObject({ point: pin, duda: null })
  })

  it('is asked once for the same thing, by every process, also when fifty ask at once', async () => {
    const { maps, mapas, again } = await world()
    await Promise.all(Array.from({ length: 50 }, () => maps.route(ALBERDI, 'Belgrano 120', null)))
    await again().route(ALBERDI, 'Belgrano 120', null)
    expect(mapas.asked.filter((path) => path === '/search')).toHaveLength(1)
  })

  it('is asked by two processes as if they were one, with its pause between two questions', async () => {
    const mapas = await startMapas()
    const { url, close } = await testDatabase()
    const two = [createLocks(url, createLogger('silent')), createLocks(url, createLogger('silent'))]
    onTestFinished(async () => {
      for (const { stop } of two) await stop()
      await mapas.close()
      await close()
    })
    const settings = { geocoderUrl: mapas.url, routerUrl: undefined, contact: 'hola@example.com' }
    mapas.places['Mitre 5'] = [{ lat: '-27.59', lon: '-65.61', display_name: 'Mitre', place_rank: 30 }]
    const ask = (locks: (typeof two)[number]) =>
      createMaps(settings, { cache: forgetful, locks, everyMs: 300 }).route(ALBERDI, 'Mitre 5', null)
    const before = performance.now()
    await Promise.all([...two, ...two].map(ask))
    expect(mapas.asked).toHaveLength(4)
    expect(performance.now() - before).toBeGreaterThan(3 * 300 - 50)
  })

  it('a place in another province, or off the road, is not found', async () => {
    const { maps, mapas } = await world()
    mapas.places['calle lejana'] = [{ lat: '-34.6', lon: '-58.4', display_name: 'Buenos Aires' }]
    expect(await nameOf(maps.route(ALBERDI, 'calle lejana', null))).toBe('AddressNotFound')
    mapas.roads['-65.700000,-27.600000'] = { offRoad: 900 }
    expect(await nameOf(maps.route(ALBERDI, 'el cerro', { lat: -27.6, lng: -65.7 }))).toBe('AddressNotFound')
    mapas.roads['-65.800000,-27.600000'] = { code: 'NoRoute' }
    expect(await nameOf(maps.route(ALBERDI, 'la isla', { lat: -27.6, lng: -65.8 }))).toBe('AddressNotFound')
  })

  it.each(['down', 'html', 'nonsense', 'busy'] as const)(
    '%s: told as such, and nothing of it is remembered',
    async (mood) => {
      const { maps, mapas } = await world()
      mapas.mood = mood
      expect(await nameOf(maps.route(ALBERDI, 'Belgrano 120', null))).toBe('MapsDown')
      mapas.mood = 'fine'
      expect((await maps.route(ALBERDI, 'Belgrano 120', null)).estimated).toBe(false)
    },
  )

  it('down for long: it is not asked, and no estimate takes its place, which would charge another price', async () => {
    const { maps, mapas } = await world()
    mapas.mood = 'down'
    for (let tries = 0; tries < 5; tries++)
      expect(await nameOf(maps.route(ALBERDI, 'Belgrano 120', null))).toBe('MapsDown')
    const asked = mapas.asked.length
    expect(await nameOf(maps.route(ALBERDI, 'Belgrano 120', null))).toBe('MapsDown')
    expect(mapas.asked.length).toBe(asked)
    clock.ms = 24 * 3600_000
    expect(await nameOf(maps.route(ALBERDI, 'Belgrano 120', null))).toBe('MapsDown')
    mapas.mood = 'fine'
    clock.ms += 60_000
    expect((await maps.route(ALBERDI, 'Belgrano 120', null)).estimated).toBe(false)
  })
})

describe('a service that answers in strange ways', () => {
  const asked = (maps: Maps) => nameOf(maps.route(ALBERDI, 'Belgrano 120', null))

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['a page of HTML', (response) => response.end('<html>')],
    ['half an answer', (response) => response.end('[{"lat": "-27.')],
    ['an answer of 100 MB', (response) => response.end(Buffer.alloc(100 * 1024 ** 2, ' '))],
    [
      'a few bytes that unpack to 200 MB',
      (response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(200 * 1024 ** 2, ' '))),
    ],
    ['an error with status 200', (response) => response.end('{"error":"over quota"}')],
    ['a name for no place', (response) => response.end('[{"lat":"x","lon":"","display_name":"Mitre"}]')],
  ])('%s: it is down, and counts as failing', async (_, answer) => {
    const { mapas, maps } = await world()
    mapas.instead = (_, response) => answer(response)
    expect(await asked(maps)).toBe('MapsDown')
    expect(maps.falla?.()).toMatchObject({ failures: 1 })
  })

  it('is not followed to another address, which may be one of the shop’s own network', async () => {
    const { mapas, maps } = await world()
    const inside = await startMapas()
    onTestFinished(() => inside.close())
    mapas.instead = ({ url }, response) =>
      response.writeHead(302, { location: `${inside.url.replace('127.0.0.1', 'localhost')}${url}` }).end()
    expect(await asked(maps)).toBe('MapsDown')
    expect(inside.asked).toEqual([])
    expect((await maps.probe()).detail).toContain('manda a otra dirección (localhost:')
  })

  it('is followed on its own host, as from http to https', async () => {
    const { mapas, maps } = await world()
    mapas.instead = ({ url }, response) => {
      mapas.instead = null
      response.writeHead(301, { location: `${mapas.url}${url}` }).end()
    }
    expect(await asked(maps)).toBe('fine')
  })

  it('and asks for an hour of peace gets it; a longer one not', async () => {
    const date = () => new Date(now() + 3_600_000).toUTCString()
    for (const wait of [() => '3600', date, () => '999999999']) {
      const { mapas, maps } = await world()
      mapas.instead = (_, response) => response.writeHead(429, { 'retry-after': wait() }).end()
      expect(await asked(maps)).toBe('MapsDown')
      mapas.instead = null
      const times = mapas.asked.length
      clock.ms += 3_590_000
      expect(await asked(maps)).toBe('MapsDown')
      expect(mapas.asked).toHaveLength(times)
      clock.ms += 20_000
      expect(await asked(maps)).toBe('fine')
    }
  })

  it('and asks for an hour when it fails for the fifth time gets that hour', async () => {
    const { mapas, maps } = await world()
    mapas.mood = 'down'
    for (let tries = 0; tries < 4; tries++) expect(await asked(maps)).toBe('MapsDown')
    mapas.instead = (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end()
    expect(await asked(maps)).toBe('MapsDown')
    mapas.mood = 'fine'
    mapas.instead = null
    const times = mapas.asked.length
    clock.ms += 60_000
    expect(await asked(maps)).toBe('MapsDown')
    expect(mapas.asked).toHaveLength(times)
  })

  it('and asks for peace gets it from those, too, that were in the line already', async () => {
    const mapas = await startMapas()
    onTestFinished(mapas.close)
    const settings = { geocoderUrl: mapas.url, routerUrl: undefined, contact: '' }
    const maps = createMaps(settings, { ...nowhere, everyMs: 100 })
    mapas.instead = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end()
    const told = [1, 2, 3].map((at) => nameOf(maps.route(ALBERDI, `Mitre ${at}`, null)))
    expect(await Promise.all(told)).toEqual(Array(3).fill('MapsDown'))
    expect(mapas.asked).toHaveLength(1)
  })

  it('is left alone no longer because this machine’s clock is set back meanwhile', async () => {
    const mapas = await startMapas()
    onTestFinished(mapas.close)
    const time = { wall: 0, steady: 0 }
    const maps = createMaps(
      { geocoderUrl: mapas.url, routerUrl: undefined, contact: '' },
      { ...nowhere, now: () => Date.now() + time.wall, steady: () => time.steady, everyMs: 0 },
    )
    mapas.instead = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end()
    expect(await asked(maps)).toBe('MapsDown')
    mapas.instead = null
    time.wall = -24 * 3_600_000
    time.steady = 61_000
    expect(await asked(maps)).toBe('AddressNotFound')
  })

  it('and leads elsewhere with a page that does not end: nothing of it is read, and it is hung up on', async () => {
    const { mapas, maps } = await world()
    let isOver = false
    mapas.instead = (_, response) => {
      response.on('close', () => {
        isOver = true
      })
      response.writeHead(302, { location: 'https://otra.example/' }).write('<html>')
    }
    expect(await asked(maps)).toBe('MapsDown')
    // Sooner than the call's time is over
    await expect.poll(() => isOver, { timeout: 2_000 }).toBe(true)
  })

  it('and says 404 for an address that it does not know works', async () => {
    const { mapas, maps } = await world()
    mapas.instead = (_, response) => response.writeHead(404).end('{"error":"Unable to geocode"}')
    expect(await asked(maps)).toBe('AddressNotFound')
    expect(maps.falla?.()).toBeNull()
    mapas.instead = (_, response) => response.writeHead(404).end('{"error":"no such page"}')
    expect(await nameOf(maps.route(ALBERDI, 'Mitre 1', null))).toBe('MapsDown')
  })

  it('names a place with characters that are not seen, or that no database takes: without them', async () => {
    const { mapas, maps } = await world()
    const display_name = `Belgrano\u0000 120\u202e, ${'🎉'.repeat(150)}`
    mapas.places['Belgrano 120'] = [{ lat: '-27.59', lon: '-65.61', display_name }]
    const { label } = await maps.route(ALBERDI, 'Belgrano 120', null)
    expect(label).toMatch(/^Belgrano 120, 🎉+$/u)
    expect(label.length).toBeLessThanOrEqual(200)
  })

  it('and finds a way shorter than a straight line gives no price', async () => {
    const { mapas, maps } = await world()
    mapas.roads['-65.610000,-27.590000'] = { distance: 0 }
    expect(await asked(maps)).toBe('MapsDown')
  })

  it.each(['down', 'html', 'nonsense', 'busy'] as const)(
    '%s: the owner’s try says so in Spanish',
    async (mood) => {
      const { mapas, maps } = await world()
      mapas.mood = mood
      for (let tries = 0; tries < 6; tries++)
        expect((await maps.probe()).detail).not.toMatch(
          /\b(?:the|an?|it|has|fail|fetch|none|answer|aborted)\b/i,
        )
    },
  )
})

it('of one network that asks without end only some requests wait: there is room for other networks', async () => {
  const mapas = await startMapas()
  onTestFinished(() => mapas.close())
  const settings = { geocoderUrl: mapas.url, routerUrl: undefined, contact: 'hola@example.com' }
  const maps = createMaps(settings, { ...nowhere, everyMs: 300 })
  const ask = (at: number, quien: string) => nameOf(maps.route(ALBERDI, `Mitre ${at}`, null, quien))
  const flood = Array.from({ length: 30 }, (_, at) => ask(at, '198.18.1.1'))
  const others = [ask(100, '198.18.1.2'), ask(101, '198.18.1.3')]
  expect(await Promise.all(others)).toEqual(Array(2).fill('AddressNotFound'))
  const told = await Promise.all(flood)
  expect(told).toEqual([...Array(3).fill('AddressNotFound'), ...Array(27).fill('MapsDown')])
  expect(mapas.asked).toHaveLength(5)
})
