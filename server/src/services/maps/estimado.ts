import { type Point, ROAD_FACTOR, straightKm } from '@imprimitodo/shared/rules/entrega'
import { LOCALIDADES, type Localidad } from './localidades.ts'
import { AddressNotFound, type Maps } from './port.ts'

/** A branch farther than this from every town we know has no town of its own here. */
const OWN_TOWN_KM = 5

/**
 * Embedded default, without any map: the customer's pin, or else the centre of the town that the address names (the
 * branch's own where it names none), in a straight line times 1.3. Always marked as estimated.
 */
export function createEstimado(): Maps {
  return {
    kind: 'estimado',
    async route(from, address, pin) {
      const typed = address.trim()
      const town = pin ? null : townOf(typed, from)
      const point: Point = pin ?? { lat: town?.localidad.lat ?? 0, lng: town?.localidad.lng ?? 0 }
      const label = town && !town.isNamed ? `${typed}, ${town.localidad.nombre}` : typed
      return { label, point, km: straightKm(from, point) * ROAD_FACTOR, estimated: true, line: null }
    },
    probe: async () => ({
      ok: true,
      detail: 'Las distancias las estimamos nosotros, en línea recta por 1,3: sin nadie más.',
    }),
  }
}

/** @throws AddressNotFound for a place we do not know, or something that is no address */
function townOf(address: string, from: Point): { localidad: Localidad; isNamed: boolean } {
  const parts = address
    .split(/[,;\n]| - /)
    .map(plain)
    .filter(Boolean)
  for (const part of parts.toReversed()) {
    const localidad = named(part)
    if (localidad) return { localidad, isNamed: true }
  }
  const [street = '', ...rest] = parts
  const own = LOCALIDADES.find((localidad) => straightKm(from, localidad) <= OWN_TOWN_KM)
  if (!own || !isStreet(street) || !rest.every(isDetail)) throw new AddressNotFound(address)
  return { localidad: own, isNamed: false }
}

/** Lower case, without accents, points, post code or province. */
function plain(text: string): string {
  const letters = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.()"']/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return letters
    .replace(/ ?\b(?:republica )?argentina$/, '')
    .replace(/(?<!miguel de|m de)(?:^| )(?:(?:provincia|prov|pcia) de )?tucuman$/, '')
    .replace(/^(?:cp )?t?4\d{3}(?:[a-z]{3})? ?/, '')
    .replace(/ (?:cp )?t?4\d{3}(?:[a-z]{3})?$/, '')
    .trim()
}

/** Streets have the names of towns: «Alberdi 250», «calle Concepción». A town is what a part ends with. */
function named(part: string): Localidad | undefined {
  return LOCALIDADES.find(({ nombres }) =>
    nombres.some((nombre) => {
      if (part === nombre) return true
      if (!part.endsWith(` ${nombre}`)) return false
      const before = part.slice(0, -nombre.length).trim()
      return !/(?:^| )(?:calle|av|avda|avenida|bv|bulevar|pje|pasaje|b°|bo|barrio|ruta|diagonal|doctor|dr|general|gral|esq|esquina|y)$/.test(
        before,
      )
    }),
  )
}

/** A name and a number, or one of the ways to say that there is none. */
const isStreet = (part: string): boolean =>
  /[a-z]{2}/.test(part) &&
  (/\d/.test(part) || /\b(?:s\/n|sin numero|esq|esquina|entre|barrio|b°|bo|manzana|mza)\b/.test(part))

/** What is written after the street: never the name of a town. */
const isDetail = (part: string): boolean =>
  /\d/.test(part) ||
  /^(?:barrio|b°|bo|piso|depto|dpto|departamento|casa|manzana|mza|lote|entre|esq|esquina|frente|al lado|a la vuelta|timbre|port[oó]n|puerta|local|block|torre|fondo|planta|pb|rejas?|porter[ií]a|centro)\b/.test(
    part,
  )
