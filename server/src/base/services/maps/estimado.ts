import { type Point, ROAD_FACTOR, straightKm } from '@imprimitodo/shared/rules/compra/entrega'
import { townOf } from './lugar.ts'
import { toPin } from './pin.ts'
import type { Direccion, Maps, MapWay } from './port.ts'

/**
 * Embedded default, without any map: the customer's pin, or else the centre of the address's town (the
 * branch's own if it names none), in a straight line times 1.3. Always marked as estimated.
 */
export function createEstimado(): Maps {
  return {
    kind: 'estimado',
    teselas: null,
    async route(from, address, pin) {
      if (pin) return toPin(pin, address, null, async (to) => estimateWay(from, to))
      const found = findTown(address, from)
      return { ...found, ...estimateWay(from, found.point), duda: null }
    },
    find: async (address, near) => findTown(address, near),
    probe: async () => ({
      ok: true,
      detail: 'Las distancias las estimamos nosotros, en línea recta por 1,3: sin nadie más.',
    }),
  }
}

/** The town of an address, used if no map knows more. @throws AddressNotFound */
export function findTown(address: string, from: Point): Direccion {
  const typed = address.trim()
  const { localidad, isNamed } = townOf(typed, from)
  return {
    label: isNamed ? typed : `${typed}, ${localidad.nombre}`,
    point: { lat: localidad.lat, lng: localidad.lng },
    precision: 'localidad',
  }
}

export const estimateWay = (from: Point, to: Point): MapWay => ({
  km: straightKm(from, to) * ROAD_FACTOR,
  estimated: true,
  line: null,
})
