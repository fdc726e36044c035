import type { Point } from '@imprimitodo/shared/rules/entrega'
import type { Falla, Probe } from '../probe.ts'

export type Route = {
  /** How the map understood the address. */
  label: string
  point: Point
  /** By road. */
  km: number
  /** Straight line times a factor, not a route. */
  estimated: boolean
  line: [lng: number, lat: number][] | null
}

export class AddressNotFound extends Error {}
export class MapsDown extends Error {}

export type Maps = {
  /** 'servicios': a geocoder, a router or both are configured. */
  kind: 'estimado' | 'servicios'
  /** @throws AddressNotFound, MapsDown */
  route(from: Point, address: string, pin: Point | null): Promise<Route>
  /** Of the services outside: their failures are filled in for, so that callers do not see them. */
  falla?(): Falla
  /** Past the cache: what the services answer now. */
  probe(): Promise<Probe>
}
