import type { Point, Precision } from '@imprimitodo/shared/rules/entrega'
import type { Falla, Probe } from '../probe.ts'

export type Direccion = {
  /** How the map understood the address. */
  label: string
  point: Point
  precision: Precision
}

export type Way = {
  /** By road. */
  km: number
  /** Straight line times a factor, not a route. */
  estimated: boolean
  line: [lng: number, lat: number][] | null
}

/** `duda`: what speaks against the pin, in Spanish; then `km` is the longer of the ways to it and to the address. */
export type Route = Direccion & Way & { duda: string | null }

export class AddressNotFound extends Error {}
export class MapsDown extends Error {
  /** It answers, and does not take the key in our address of it. */
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
  /** Leaflet's template of the map's pictures; null: a schema of our own. */
  teselas: string | null
  /** `quien`: the network that asks, so that an adapter can share the service among them. @throws AddressNotFound, MapsDown */
  route(from: Point, address: string, pin: Point | null, quien?: string): Promise<Route>
  /** Where an address is, of the places that read so the one nearest to `near`. @throws AddressNotFound, MapsDown */
  find(address: string, near: Point, quien?: string): Promise<Direccion>
  /** Of the services outside: their failures are filled in for, so that callers do not see them. */
  falla?(): Falla
  /** Past the cache: what the services answer now. */
  probe(): Promise<Probe>
}
