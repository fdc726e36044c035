// A geocoder and a router on loopback, strict about what they are asked, with every way of failing.
import { once } from 'node:events'
import { createServer } from 'node:http'

export type Mood = 'fine' | 'down' | 'slow' | 'html' | 'nonsense' | 'busy'

export type Mapas = {
  url: string
  mood: Mood
  /** Paths asked for. */
  asked: string[]
  agents: Set<string>
  places: Record<string, { lat: string; lon: string; display_name: string }[]>
  /** Metres, by the destination 'lng,lat'. */
  roads: Record<string, { distance?: number; code?: string; offRoad?: number }>
  close(): Promise<void>
}

export async function startMapas(): Promise<Mapas> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mapas')
    mapas.asked.push(url.pathname)
    mapas.agents.add(String(request.headers['user-agent']))
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (mapas.mood === 'slow') return
    if (mapas.mood === 'down') return void request.socket.destroy()
    if (mapas.mood === 'busy') return send(429, {})
    if (mapas.mood === 'html') return response.end('<html>mantenimiento</html>')
    if (mapas.mood === 'nonsense') return send(200, { tomato: [1, 2] })
    if (url.pathname === '/search') {
      if (url.searchParams.get('format') !== 'jsonv2') return send(400, { error: 'format' })
      return send(200, mapas.places[url.searchParams.get('q') ?? ''] ?? [])
    }
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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  const mapas: Mapas = {
    url: `http://127.0.0.1:${address.port}`,
    ...{ mood: 'fine', asked: [], agents: new Set(), places: {}, roads: {} },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return mapas
}
