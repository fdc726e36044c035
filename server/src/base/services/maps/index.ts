import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import type { Locks } from '../../runtime/locks.ts'
import type { MapsCache } from './cache.ts'
import { createEstimado, estimateWay, findTown } from './estimado.ts'
import { directions, geocode } from './osm.ts'
import { toPin } from './pin.ts'
import { AddressNotFound, type Direccion, type Maps, MapsDown, type MapWay } from './port.ts'
import { probeMaps } from './probe.ts'
import { createUpstream } from './upstream.ts'

export type MapsSettings = {
  geocoderUrl: string | undefined
  routerUrl: string | undefined
  mapTilesUrl?: string | null
  /** The shop's contact, for the owners of the services. */
  contact: string
  /** The address of the shop's pages, which tile servers want to know. */
  publicUrl?: string
}

export type MapsWorld = {
  cache: MapsCache
  /** The locks of all processes, which take turns at each service. */
  locks: Pick<Locks, 'take'>
  now?: () => number
  /** Milliseconds of a clock that only goes forward. */
  steady?: () => number
  /** Milliseconds between two requests to one service. */
  everyMs?: number
}

/**
 * The configured services, and the embedded estimate for one that is not configured. A configured one that is
 * down is reported as such (502): an estimate would charge another price.
 */
export function createMaps(
  { geocoderUrl, routerUrl, mapTilesUrl = null, contact, publicUrl = '' }: MapsSettings,
  { cache, locks, now = Date.now, steady, everyMs }: MapsWorld,
): Maps {
  const teselas = { template: mapTilesUrl, referer: `${publicUrl}/` }
  if (!geocoderUrl && !routerUrl) {
    const embedded = createEstimado()
    if (!mapTilesUrl) return embedded
    return { ...embedded, teselas: mapTilesUrl, probe: () => probeMaps(null, null, teselas) }
  }
  const upstream = (base: string) =>
    createUpstream({
      base,
      userAgent: `ImprimiTodo/1 (${contact})`,
      now,
      steady,
      locks,
      ...(everyMs !== undefined && { everyMs }),
    })
  const geocoder = geocoderUrl ? upstream(geocoderUrl) : null
  const router = routerUrl ? upstream(routerUrl) : null
  const find: Maps['find'] = async (address, near, quien) =>
    geocoder ? geocode(geocoder, cache, { address, near, quien }) : findTown(address, near)

  return {
    find,
    kind: 'servicios',
    teselas: mapTilesUrl,
    probe: () => probeMaps(geocoder, router, teselas),
    falla: () => geocoder?.falla() ?? router?.falla() ?? null,
    async route(from, address, pin, quien) {
      if (pin) return toPin(pin, address, await known(), measure)
      const found = await find(address, from, quien)
      return { ...found, ...(await measure(found.point)), duda: null }

      /** Null if no map knows the address, or none answers: a pin is enough then. */
      async function known(): Promise<Direccion | null> {
        if (!geocoder) return null
        return geocode(geocoder, cache, { address, near: from, quien }).catch((error) => {
          if (error instanceof AddressNotFound || error instanceof MapsDown) return null
          throw error
        })
      }
      async function measure(to: Point): Promise<MapWay> {
        if (!router) return estimateWay(from, to)
        const { km, line } = await directions(router, cache, { from, to, quien })
        return { km, estimated: false, line }
      }
    },
  }
}
