export type Point = { lat: number; lng: number }
/** Where a branch is; null until its owner has set it. */
export const placeOf = ({
  nombre,
  lat,
  lng,
}: {
  nombre: string
  lat: number | null
  lng: number | null
}): (Point & { nombre: string }) | null => (lat !== null && lng !== null ? { nombre, lat, lng } : null)

export const MODOS_ENTREGA = ['retiro', 'delivery'] as const
export type ModoEntrega = (typeof MODOS_ENTREGA)[number]

/** Fallbacks of the screen until the server's configuration arrives. */
export const FALLBACK_DELIVERY = { radioPermitido: 10, precioDelivery: 2000, descuentoCompra: 5 }
/** Strictly above this distance the base price is doubled. */
export const DOUBLE_ABOVE_KM = 5
export const ROUTE_FAILED = 'No se pudo trazar la ruta. Verificá la dirección.'

/** Only the town is known: its centre is not the customer's door. */
export const PIN_REQUIRED = 'Marcá tu puerta en el mapa.'

/** How precisely a place is known. A pin is at the door. */
export const PRECISIONES = ['puerta', 'calle', 'localidad'] as const
export type Precision = (typeof PRECISIONES)[number]

/** The cost of a delivery in the unit of `base`. The customer pays it to the courier, never online. */
export const deliveryCost = (base: number, km: number): number => (km > DOUBLE_ABOVE_KM ? base * 2 : base)

export const withinRadius = (km: number, radioPermitido: number): boolean => km <= radioPermitido

/** Great-circle distance in km on a sphere of 6371 km. */
export function straightKm(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Roads are longer than a straight line; 1.3 is the usual factor where no router is configured. */
export const ROAD_FACTOR = 1.3
