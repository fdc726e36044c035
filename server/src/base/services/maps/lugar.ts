// The town of an address, found without any map.
import { type Point, straightKm } from '@imprimitodo/shared/rules/compra/entrega'
import { LOCALIDADES, type Localidad } from './localidades.ts'
import { AddressNotFound } from './port.ts'

/** A branch farther than this from every known town has no town of its own here. */
export const OWN_TOWN_KM = 5

/**
 * The town of the address: the one it names, or the branch's own if it names none.
 * @throws AddressNotFound for an unknown place, or a text that is no address
 */
export function townOf(address: string, from: Point): { localidad: Localidad; isNamed: boolean } {
  const named = townNamed(address)
  if (typeof named === 'object' && named) return { localidad: named, isNamed: true }
  const own = nearestTown(from)
  const [street = ''] = partsOf(address)
  if (named === 'desconocida' || straightKm(from, own) > OWN_TOWN_KM || !isStreet(street))
    throw new AddressNotFound(address)
  return { localidad: own, isNamed: false }
}

/**
 * Null if it names none, 'desconocida' if a part of it may be the name of a place that is not in our list.
 */
export function townNamed(address: string): Localidad | 'desconocida' | null {
  const parts = partsOf(address)
  for (const part of parts.toReversed()) {
    const localidad = named(part)
    if (localidad) return localidad
  }
  return parts.slice(1).every(isDetail) ? null : 'desconocida'
}

export const nearestTown = (to: Point): Localidad =>
  LOCALIDADES.reduce((best, one) => (straightKm(to, one) < straightKm(to, best) ? one : best))

const partsOf = (address: string): string[] =>
  address
    .split(/[,;\n]| - /)
    .map(plain)
    .filter(Boolean)

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

/**
 * Streets have the names of towns: «Alberdi 250», «calle Concepción». A town is at the end of a part, or
 * right behind the house number: «Alberdi 250 Concepción depto 3».
 */
function named(part: string): Localidad | undefined {
  return LOCALIDADES.find(({ nombres }) => nombres.some((nombre) => isTown(part, nombre)))
}

function isTown(part: string, nombre: string): boolean {
  if (part === nombre) return true
  if (part.endsWith(` ${nombre}`)) return !STREET.test(part.slice(0, -nombre.length).trim())
  const [before = '', after] = part.split(` ${nombre} `)
  return after !== undefined && /(?:\d[a-z]?|s\/n)$/.test(before) && !/^\d/.test(after)
}

/** Words before a town's name if it is not the town. */
const STREET =
  /(?:^| )(?:calle|av|avda|avenida|bv|bulevar|pje|pasaje|b°|bo|barrio|ruta|diagonal|doctor|dr|general|gral|esq|esquina|y)$/

/** A name and a number, or one of the ways to say that there is no number. */
const isStreet = (part: string): boolean =>
  /[a-z]{2}/.test(part) &&
  (/\d/.test(part) || /\b(?:s\/n|sin numero|esq|esquina|entre|barrio|b°|bo|manzana|mza)\b/.test(part))

/** Details after the street: never the name of a town. */
const isDetail = (part: string): boolean =>
  /\d/.test(part) ||
  /^(?:barrio|b°|bo|piso|depto|dpto|departamento|casa|manzana|mza|lote|entre|esq|esquina|frente|al lado|a la vuelta|timbre|port[oó]n|puerta|local|block|torre|fondo|planta|pb|rejas?|porter[ií]a|centro)\b/.test(
    part,
  )
