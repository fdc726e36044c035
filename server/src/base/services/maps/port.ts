import type { Point, Precision } from '@imprimitodo/shared/rules/compra/entrega'
import type { Falla, Probe } from '../probe.ts'

export type Direccion = {
  /** How the map understood the address. */
  label: string
  point: Point
  precision: Precision
}

export type MapWay = {
  /** By road. */
  km: number
  /** Straight line times a factor, not a route. */
  estimated: boolean
  line: [lng: number, lat: number][] | null
}

/**
 * `duda`: the reason to doubt the pin, in Spanish; then `km` is the longer of the ways to it and to the
 * address.
 */
export type Route = Direccion & MapWay & { duda: string | null }

export class AddressNotFound extends Error {}
export class MapsDown extends Error {
  /** The service answers, and does not accept the key in its address. */
  readonly isRefused: boolean
  constructor(
    message?: string,
    { isRefused = false, ...options }: ErrorOptions & { isRefused?: boolean } = {},
  ) {
    super(message, options)
    this.isRefused = isRefused
  }
}

export type Maps = {
  /** 'servicios': a geocoder, a router or both are configured. */
  kind: 'estimado' | 'servicios'
  /** Leaflet's template of the map's tiles; null: a schematic drawing of our own. */
  teselas: string | null
  /**
   * `quien`: the caller's network, so that an adapter can share the service among networks. @throws
   * AddressNotFound, MapsDown
   */
  route(from: Point, address: string, pin: Point | null, quien?: string): Promise<Route>
  /** Where an address is: of several matches the one nearest to `near`. @throws AddressNotFound, MapsDown */
  find(address: string, near: Point, quien?: string): Promise<Direccion>
  /** Failures of outside services, which callers do not see because the estimate replaces them. */
  falla?(): Falla
  /** Bypasses the cache: what the services answer now. */
  probe(): Promise<Probe>
}
