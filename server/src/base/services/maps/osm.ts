// Services with the interface of Nominatim (addresses) and OSRM (roads). Their answers are checked: a point
// in another province or off the road is no address.
import { type Point, type Precision, straightKm } from '@imprimitodo/shared/rules/compra/entrega'
import * as z from 'zod'
import type { MapsCache } from './cache.ts'
import { AddressNotFound, type Direccion, MapsDown } from './port.ts'
import type { MapAnswer, Upstream } from './upstream.ts'

/** Southern Tucumán, with a margin: all places to which a branch could ever deliver. */
const BOX = { west: -66, north: -27, east: -65.2, south: -28 }
/** Metres: farther from a road there are no homes. */
const OFF_ROAD_M = 300
/** A way is not believed if the straight line is so many times longer. */
const SHORTEST = 4
/** The most characters of the service's errors that are kept and shown. */
const MOST_CHARS = 200
const DAY_MS = 24 * 3600_000
const FOUND_MS = 30 * DAY_MS
const NOT_FOUND_MS = DAY_MS

const Place = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  display_name: z.string(),
  /** Nominatim's search rank: 30 is a house, 26 and 27 are streets, below are quarters and towns. */
  place_rank: z.number().optional(),
})
const Places = z.array(Place)
const NoPlace = z.object({ error: z.string().regex(/unable to geocode/i) })
const Directions = z.object({
  code: z.string(),
  routes: z
    .array(
      z.object({
        distance: z.number().nonnegative(),
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])).min(1) }),
      }),
    )
    .optional(),
  waypoints: z.array(z.object({ distance: z.number().optional() })).optional(),
})

export type Trip = { km: number; line: [lng: number, lat: number][] }

/** Among the places with that address the one nearest to `near`. @throws AddressNotFound, MapsDown */
export async function geocode(
  upstream: Upstream,
  cache: MapsCache,
  { address, near, quien }: { address: string; near: Point; quien?: string | undefined },
): Promise<Direccion> {
  const text = address.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  const found = await cache.remember(`direccion:${upstream.host}:${text}:${rounded(near)}`, async () => {
    const query = new URLSearchParams({
      format: 'jsonv2',
      q: address,
      countrycodes: 'ar',
      limit: '5',
      'accept-language': 'es',
      viewbox: `${BOX.west},${BOX.north},${BOX.east},${BOX.south}`,
      bounded: '1',
    })
    const inside = (await upstream.get(`/search?${query}`, placesIn, quien)).filter(isInside)
    const distance = ({ lat, lon }: z.output<typeof Place>) => (lat - near.lat) ** 2 + (lon - near.lng) ** 2
    const [best] = inside.toSorted((a, b) => distance(a) - distance(b))
    const value = best && {
      point: { lat: best.lat, lng: best.lon },
      label: short(best.display_name),
      precision: precisionOf(best.place_rank),
    }
    return { value: value ?? null, forMs: value ? FOUND_MS : NOT_FOUND_MS }
  })
  if (!found) throw new AddressNotFound(address)
  return found
}

/** The way by road. @throws AddressNotFound where no road leads, MapsDown */
export async function directions(
  upstream: Upstream,
  cache: MapsCache,
  { from, to, quien }: { from: Point; to: Point; quien?: string | undefined },
): Promise<Trip> {
  const trip = await cache.remember(`ruta:${upstream.host}:${rounded(from)}:${rounded(to)}`, async () => {
    const ends = [from, to].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')
    const value = await upstream.get(
      `/route/v1/driving/${ends}?overview=full&geometries=geojson&steps=false`,
      (answer) => tripIn(answer, straightKm(from, to)),
      quien,
    )
    return { value, forMs: value ? FOUND_MS : NOT_FOUND_MS }
  })
  if (!trip) throw new AddressNotFound('no road')
  return trip
}

/** @throws MapsDown */
function placesIn({ status, body }: MapAnswer): z.output<typeof Places> {
  // So say paid services that speak Nominatim, instead of an empty list
  if (status === 404 && NoPlace.safeParse(body).success) return []
  const places = Places.safeParse(body)
  if (status !== 200 || !places.success) throw strange(status)
  return places.data
}

/** Null: no road leads there. @throws MapsDown */
function tripIn({ status, body }: MapAnswer, straight: number): Trip | null {
  const answer = Directions.safeParse(body)
  if (!answer.success) throw strange(status)
  const { code, routes, waypoints } = answer.data
  const [route] = routes ?? []
  if (code !== 'Ok' && !['NoRoute', 'NoSegment'].includes(code))
    throw new MapsDown(plain(code.slice(0, MOST_CHARS)))
  const isOffRoad = (waypoints?.[1]?.distance ?? 0) > OFF_ROAD_M
  if (code !== 'Ok' || !route || isOffRoad) return null
  const km = route.distance / 1000
  // A router without this part of the country leads from its border to its border
  if (km * SHORTEST < straight - 2 * (OFF_ROAD_M / 1000))
    throw new MapsDown('da caminos más cortos que una línea recta: ¿tiene el mapa de la provincia?')
  return { km, line: route.geometry.coordinates }
}

const strange = (status: number) => new MapsDown(`contesta algo que no se entiende (HTTP ${status})`)

function precisionOf(rank = 26): Precision {
  if (rank >= 28) return 'puerta'
  return rank >= 26 ? 'calle' : 'localidad'
}

const isInside = ({ lat, lon }: { lat: number; lon: number }): boolean =>
  lat >= BOX.south && lat <= BOX.north && lon >= BOX.west && lon <= BOX.east

/** About 11 m: the same house. */
const rounded = ({ lat, lng }: Point): string => `${lat.toFixed(4)},${lng.toFixed(4)}`

/** Up to the town: province, post code and country add nothing here. */
const short = (name: string): string => plain(name.split(', ').slice(0, 3).join(', ').slice(0, MOST_CHARS))

/** Without what is not seen, and what no database takes: NUL, half of a surrogate pair. */
const plain = (text: string): string => text.replace(/\p{C}/gu, '').trim()
