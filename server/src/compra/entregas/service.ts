import type { Entrega } from '@imprimitodo/shared/api/entregas'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  deliveryCost,
  type Point,
  ROUTE_FAILED,
  withinRadius,
} from '@imprimitodo/shared/rules/compra/entrega'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { AddressNotFound, MapsDown, type Route } from '../../base/services/maps/port.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { needLlamada } from '../../gestion/sucursales/service.ts'

/** `red`: the network of the caller. */
type Asked = { sucursal: string; direccion: string; pin: Point | null; red: string | undefined }

/**
 * Distance by road from the chosen branch and what delivery costs, by the owner's current settings. Beyond
 * the radius it answers too, with `dentro_de_radio` false: the caller decides whether to refuse.
 * @throws 400 for an unknown branch, a branch without a position, or an address that is not found; 502 when
 * the map service is down
 */
export async function quoteEntrega(
  { db, tienda, maps, log }: Pick<Deps, 'db' | 'tienda' | 'maps' | 'log'>,
  { sucursal, direccion, pin, red }: Asked,
): Promise<Entrega> {
  const from = needLlamada(await tienda.read(), sucursal)
  const { lat, lng } = from
  if (lat === null || lng === null)
    throw refuse(400, `Desde ${from.nombre} todavía no hacemos envíos.`, 'sin_envios')
  const ajustes = await readAjustes(db) // uncached, as an order will be charged by them
  const route = await maps.route({ lat, lng }, direccion, pin, red).catch((error) => {
    if (error instanceof AddressNotFound) throw refuse(400, ROUTE_FAILED, 'direccion_desconocida')
    if (!(error instanceof MapsDown)) throw error
    log.warn({ err: error }, 'maps')
    throw refuse(502, ROUTE_FAILED)
  })
  const km = toMetres(route)
  return {
    direccion: route.label,
    lat: route.point.lat,
    lng: route.point.lng,
    distancia_km: km,
    costo: toPesos(deliveryCost(ajustes.precioDelivery, km)),
    dentro_de_radio: withinRadius(km, ajustes.radioPermitido),
    estimada: route.estimated,
    precision: route.precision,
    duda: route.duda,
    ruta: route.line && { type: 'LineString', coordinates: route.line },
  }
}

/** Rounded to the metre before it is judged: what is shown and what is charged agree. */
const toMetres = ({ km }: Route): number => Math.round(km * 1000) / 1000
