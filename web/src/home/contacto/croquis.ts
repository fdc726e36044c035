import { type Point, straightKm } from '@imprimitodo/shared/rules/compra/entrega'

/** The size of the sketch, and how many of its units are a kilometre. */
export const HOJA = { width: 400, height: 220 }
export const UNITS_PER_KM = 17

/** `angle` in degrees, clockwise from north. */
type Otra = { nombre: string; km: number; x: number; y: number; angle: number; isOutside: boolean }

/** Space at the edges for the arrow and the name of a branch outside. */
const EDGE = { x: 44, y: 26 }

/**
 * Where the other branches lie, seen from `here`, north up and to scale. A branch beyond the sheet is put on
 * its edge, in its true direction, with its distance.
 */
export function otrasDesde<S extends Point & { nombre: string }>(here: S, all: readonly S[]): Otra[] {
  const center = { x: HOJA.width / 2, y: HOJA.height / 2 }
  return all
    .filter(({ nombre }) => nombre !== here.nombre)
    .map((other) => {
      const east = straightKm(here, { lat: here.lat, lng: other.lng }) * Math.sign(other.lng - here.lng)
      const north = straightKm(here, { lat: other.lat, lng: here.lng }) * Math.sign(other.lat - here.lat)
      const [dx, dy] = [east * UNITS_PER_KM, -north * UNITS_PER_KM]
      const fits = Math.min(
        1,
        (center.x - EDGE.x) / Math.max(Math.abs(dx), Number.EPSILON),
        (center.y - EDGE.y) / Math.max(Math.abs(dy), Number.EPSILON),
      )
      return {
        nombre: other.nombre,
        km: straightKm(here, other),
        x: Math.round((center.x + dx * fits) * 10) / 10,
        y: Math.round((center.y + dy * fits) * 10) / 10,
        angle: Math.round((Math.atan2(dx, -dy) * 180) / Math.PI),
        isOutside: fits < 1,
      }
    })
}
