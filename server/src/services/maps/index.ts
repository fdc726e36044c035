import { ROAD_FACTOR, straightKm } from '@imprimitodo/shared/rules/entrega'
import type { MapsCache } from './cache.ts'
import { createEstimado } from './estimado.ts'
import { directions, geocode } from './osm.ts'
import { AddressNotFound, type Maps, MapsDown } from './port.ts'
import { probeMaps } from './probe.ts'
import { createUpstream } from './upstream.ts'

export type MapsSettings = {
  geocoderUrl: string | undefined
  routerUrl: string | undefined
  /** Of the shop, for the services' owners. */
  contact: string
}

/** A service that failed for this long is not coming back soon: the estimate is better than no delivery. */
const LONG_MS = 2 * 60_000

/**
 * The configured services before the embedded estimate, which fills in for one that is not configured or has been down
 * for long; a short outage is told as it is (502), since an estimate may charge another price.
 */
export function createMaps(
  { geocoderUrl, routerUrl, contact }: MapsSettings,
  cache: MapsCache,
  now: () => number = Date.now,
  everyMs?: number,
): Maps {
  const embedded = createEstimado()
  if (!geocoderUrl && !routerUrl) return embedded
  const upstream = (base: string) =>
    createUpstream({
      base: base.replace(/\/+$/, ''),
      userAgent: `ImprimiTodo/1 (${contact})`,
      now,
      ...(everyMs !== undefined && { everyMs }),
    })
  const geocoder = geocoderUrl ? upstream(geocoderUrl) : null
  const router = routerUrl ? upstream(routerUrl) : null
  const isLongDown = (service: typeof geocoder) => (service?.downForMs() ?? 0) > LONG_MS

  return {
    kind: 'servicios',
    probe: () => probeMaps(geocoder, router),
    falla: () => geocoder?.falla() ?? router?.falla() ?? null,
    async route(from, address, pin) {
      const found = pin ? { point: pin, label: address.trim() } : await locate()
      if (!router) return estimate(found)
      try {
        const { km, line } = await directions(router, cache, from, found.point)
        return { ...found, km, estimated: false, line }
      } catch (error) {
        if (error instanceof MapsDown && isLongDown(router)) return estimate(found)
        throw error
      }

      async function locate() {
        if (!geocoder) return embedded.route(from, address, null)
        try {
          return await geocode(geocoder, cache, address, from)
        } catch (error) {
          if (error instanceof MapsDown && isLongDown(geocoder)) return embedded.route(from, address, null)
          // Small towns are not on every map, but their names are in our own list
          if (error instanceof AddressNotFound) return embedded.route(from, address, null)
          throw error
        }
      }
      function estimate({ point, label }: typeof found) {
        return { point, label, km: straightKm(from, point) * ROAD_FACTOR, estimated: true, line: null }
      }
    },
  }
}
