import type { Probe } from '../probe.ts'
import type { MapsCache } from './cache.ts'
import { directions, geocode } from './osm.ts'
import { AddressNotFound, MapsDown } from './port.ts'
import type { Upstream } from './upstream.ts'

/** A town that every map of the province has, and a place on the road some streets from its square. */
const KNOWN = { address: 'Aguilares, Tucumán', at: { lat: -27.43333, lng: -65.61667 } }
const NEARBY = { lat: -27.44, lng: -65.617 }

const uncached: MapsCache = { remember: async (_, ask) => (await ask()).value }

/** Asks each configured service for what it must know. */
export async function probeMaps(geocoder: Upstream | null, router: Upstream | null): Promise<Probe> {
  const said = [
    await say('El buscador de direcciones', geocoder, async (service) => {
      const { label } = await geocode(service, uncached, { address: KNOWN.address, near: KNOWN.at })
      return `encuentra «${label}»`
    }),
    await say('El trazador de rutas', router, async (service) => {
      const { km } = await directions(service, uncached, { from: KNOWN.at, to: NEARBY })
      return `traza una ruta de ${new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(km)} km`
    }),
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
    if (error instanceof MapsDown) return { ok: false, detail: `${who} no responde: ${error.message}.` }
    throw error
  }
}
