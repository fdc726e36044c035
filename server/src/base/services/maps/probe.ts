import type { Probe } from '../probe.ts'
import type { MapsCache } from './cache.ts'
import { directions, geocode } from './osm.ts'
import { AddressNotFound, MapsDown } from './port.ts'
import { isKeyRefused, type Upstream } from './upstream.ts'

/** A town that every map of the province has, and a place on the road some streets from its square. */
const KNOWN = { address: 'Aguilares, Tucumán', at: { lat: -27.43333, lng: -65.61667 } }
const NEARBY = { lat: -27.44, lng: -65.617 }

const uncached: MapsCache = { remember: async (_, ask) => (await ask()).value }

const TILE_MS = 4_000
/** The tile with that town. */
const TILE = { z: '12', x: '1301', y: '2372' }

/** `referer`: as pages with the map send it. */
export type Teselas = { template: string | null; referer: string }

/** Asks each configured service for a place that it must know. */
export async function probeMaps(
  geocoder: Upstream | null,
  router: Upstream | null,
  teselas: Teselas,
): Promise<Probe> {
  const said = [
    await say('El buscador de direcciones', geocoder, async (service) => {
      const { label } = await geocode(service, uncached, { address: KNOWN.address, near: KNOWN.at })
      return `encuentra «${label}»`
    }),
    await say('El trazador de rutas', router, async (service) => {
      const { km } = await directions(service, uncached, { from: KNOWN.at, to: NEARBY })
      return `traza una ruta de ${new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(km)} km`
    }),
    ...(teselas.template ? [await sayTiles(teselas.template, teselas.referer)] : []),
  ]
  return { ok: said.every(({ ok }) => ok), detail: said.map(({ detail }) => detail).join(' ') }
}

async function say(
  who: string,
  service: Upstream | null,
  ask: (service: Upstream) => Promise<string>,
): Promise<Probe> {
  if (!service) return { ok: true, detail: `${who} no está configurado: estimamos nosotros.` }
  try {
    return { ok: true, detail: `${who} responde: ${await ask(service)}.` }
  } catch (error) {
    if (error instanceof AddressNotFound)
      return { ok: false, detail: `${who} responde, pero no conoce ${KNOWN.address}: ¿cubre la provincia?` }
    if (!(error instanceof MapsDown)) throw error
    return { ok: false, detail: error.isRefused ? refusedBy(who) : `${who} no responde: ${error.message}.` }
  }
}

const refusedBy = (who: string): string =>
  `${who} no acepta nuestra clave: copiá otra vez su dirección entera, con la clave adentro.`

async function sayTiles(template: string, referer: string): Promise<Probe> {
  const who = 'El servidor de imágenes del mapa'
  const url = template
    .replace('{s}', 'a')
    .replace('{r}', '')
    .replace(/\{([zxy])\}/g, (_, part: keyof typeof TILE) => TILE[part])
  try {
    const response = await fetch(url, { headers: { referer }, signal: AbortSignal.timeout(TILE_MS) })
    await response.body?.cancel()
    if (isKeyRefused(response.status)) return { ok: false, detail: refusedBy(who) }
    const isPicture = response.headers.get('content-type')?.startsWith('image/')
    return response.ok && isPicture
      ? { ok: true, detail: `${who} responde.` }
      : { ok: false, detail: `${who} no da imágenes (HTTP ${response.status}): revisá la dirección.` }
  } catch {
    return { ok: false, detail: `${who} no responde.` }
  }
}
