// A geocoder, a router and tiles on loopback, strict about their input, with every way of failing.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Mood = 'fine' | 'down' | 'slow' | 'html' | 'nonsense' | 'busy'

export type Mapas = {
  url: string
  mood: Mood
  /** Requested paths. */
  asked: string[]
  agents: Set<string>
  /** The referrers of requested tiles; '' if there was none. */
  referrers: Set<string>
  /** The address template for Leaflet. */
  tiles: string
  /** The key that each request must have; null: none. */
  key: string | null
  places: Record<string, { lat: string; lon: string; display_name: string; place_rank?: number }[]>
  /** Metres, by the destination 'lng,lat'. */
  roads: Record<string, { distance?: number; code?: string; offRoad?: number }>
  /** Answers in the service's place; null: it answers itself. */
  instead: ((request: IncomingMessage, response: ServerResponse) => unknown) | null
  close(): Promise<void>
}

export async function startMapas(): Promise<Mapas> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mapas')
    mapas.asked.push(url.pathname)
    if (url.pathname.startsWith('/teselas/')) return tile(request, response)
    if (mapas.instead) return void mapas.instead(request, response)
    mapas.agents.add(String(request.headers['user-agent']))
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (mapas.key !== null && url.searchParams.get('key') !== mapas.key) return send(401, { error: 'key' })
    if (mapas.mood !== 'fine') return misbehave(mapas.mood, { request, response }, send)
    return url.pathname === '/search' ? search(url, send) : route(url, send)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  type Send = (status: number, body: unknown) => ServerResponse
  type Call = { request: IncomingMessage; response: ServerResponse }
  function misbehave(mood: Exclude<Mood, 'fine'>, { request, response }: Call, send: Send): void {
    if (mood === 'down') request.socket.destroy()
    if (mood === 'busy') send(429, {})
    if (mood === 'html') response.end('<html>mantenimiento</html>')
    if (mood === 'nonsense') send(200, { tomato: [1, 2] })
  }
  function search({ searchParams }: URL, send: Send): unknown {
    if (searchParams.get('format') !== 'jsonv2') return send(400, { error: 'format' })
    return send(200, mapas.places[searchParams.get('q') ?? ''] ?? [])
  }
  function route(url: URL, send: Send): unknown {
    const [, to = ''] = /^\/route\/v1\/driving\/[-\d.]+,[-\d.]+;([-\d.]+,[-\d.]+)$/.exec(url.pathname) ?? []
    if (!to) return send(400, { code: 'InvalidUrl' })
    const { distance = 3_000, code = 'Ok', offRoad = 4 } = mapas.roads[to] ?? {}
    if (code !== 'Ok') return send(400, { code, message: code })
    const end = to.split(',').map(Number)
    const geometry = { type: 'LineString', coordinates: [[-65.61972, -27.58611], end] }
    return send(200, {
      code,
      routes: [{ distance, geometry }],
      waypoints: [{ distance: 1 }, { distance: offRoad }],
    })
  }
  function tile(request: IncomingMessage, response: ServerResponse): void {
    mapas.referrers.add(request.headers.referer ?? '')
    if (mapas.mood !== 'fine') return void response.writeHead(503).end()
    const [, z, x, y] = /^\/teselas\/(\d+)\/(\d+)\/(\d+)\.svg$/.exec(request.url ?? '') ?? []
    response
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#f2efe9" stroke="#ccc"/><text x="12" y="28" font-size="16" fill="#999">${z}/${x}/${y}</text></svg>`,
      )
  }

  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  const mapas: Mapas = {
    url: `http://127.0.0.1:${address.port}`,
    tiles: `http://127.0.0.1:${address.port}/teselas/{z}/{x}/{y}.svg`,
    mood: 'fine',
    key: null,
    asked: [],
    agents: new Set(),
    referrers: new Set(),
    places: {},
    roads: {},
    instead: null,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return mapas
}
