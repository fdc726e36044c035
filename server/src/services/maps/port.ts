import type { Point } from '@imprimitodo/shared/rules/entrega'

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

/** @throws AddressNotFound, MapsDown */
export type Maps = { route(from: Point, address: string, pin: Point | null): Promise<Route> }
