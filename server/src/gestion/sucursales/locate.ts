// Where a branch is, by its address: looked up on the owner's screen, saved with the branch.
import type { Ubicado } from '@imprimitodo/shared/api/dueno'
import { type Point, placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { Refusal, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { AddressNotFound, MapsDown } from '../../base/services/maps/port.ts'

/**
 * The square of Juan Bautista Alberdi: for a shop without a branch on the map, addresses near it come first.
 */
const HOME = { lat: -27.58611, lng: -65.61972 }

/** @throws 400 {direccion: [..]} if no map knows it, 502 while the map service is down */
export async function locateSucursal(
  { tienda, maps, log }: Pick<Deps, 'tienda' | 'maps' | 'log'>,
  { direccion, cerca, red }: { direccion: string; cerca: Point | null; red: string },
): Promise<Ubicado> {
  const [other] = (await tienda.read()).sucursales.flatMap((sucursal) => placeOf(sucursal) ?? [])
  const found = await maps.find(direccion, cerca ?? other ?? HOME, red).catch((error) => {
    if (error instanceof AddressNotFound)
      throw refuseField(
        'direccion',
        'No encontramos esa dirección. Escribí calle, número y localidad, o poné el pin a mano.',
        'direccion_desconocida',
      )
    if (!(error instanceof MapsDown)) throw error
    log.warn({ err: error }, 'maps')
    throw new Refusal(502, {
      detail: 'El buscador de direcciones no responde. Probá de nuevo en un rato, o poné el pin a mano.',
    })
  })
  return { direccion: found.label, ...found.point, precision: found.precision }
}
