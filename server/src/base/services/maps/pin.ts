// Compares the customer's pin with the typed address: a customer must not get a cheaper way with a wrong pin.
import { type Point, straightKm } from '@imprimitodo/shared/rules/compra/entrega'
import { nearestTown, OWN_TOWN_KM, townNamed } from './lugar.ts'
import type { Direccion, MapWay, Route } from './port.ts'

/** Km. A street is long, and maps may place a door far from where it is. */
const PIN_KM = 1

type Duda = {
  text: string
  /** Where the address is instead; null: unknown. */
  other: Point | null
}

/**
 * The way to the pin, with the reason to doubt it. `found`: the typed address on a map, null if no map knows
 * it.
 * @throws what `measure` throws for the pin
 */
export async function toPin(
  pin: Point,
  address: string,
  found: Direccion | null,
  measure: (to: Point) => Promise<MapWay>,
): Promise<Route> {
  const duda = dudaOf(pin, address, found)
  const way = await measure(pin)
  const other = duda?.other ? await measure(duda.other) : way
  return {
    label: address.trim(),
    point: pin,
    precision: 'puerta',
    ...way,
    km: Math.max(way.km, other.km),
    duda: duda?.text ?? null,
  }
}

function dudaOf(pin: Point, address: string, found: Direccion | null): Duda | null {
  if (found) {
    const km = straightKm(found.point, pin)
    // For a town only its centre is known: the pin may be anywhere in it
    if (km <= (found.precision === 'localidad' ? OWN_TOWN_KM : PIN_KM)) return null
    return { text: `El pin está a ${written(km)} km de «${found.label}».`, other: found.point }
  }
  const named = townNamed(address)
  const near = nearestTown(pin)
  if (!named || named === near) return null
  if (named === 'desconocida')
    return { text: 'No sabemos dónde queda la dirección así como está escrita.', other: null }
  return {
    text: `El pin está cerca de ${near.nombre}, y la dirección dice ${named.nombre}.`,
    other: { lat: named.lat, lng: named.lng },
  }
}

const written = (km: number): string =>
  new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(km)
