import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { NOMBRE } from '../../ui/state/nombre.ts'

/**
 * The link to the route: in the phone's map app on Android (`geo:`, RFC 5870) and Apple's, else a web page.
 */
export function directionsLink({ lat, lng }: Point, nombre: string, userAgent: string): string {
  const place = `${lat},${lng}`
  if (/Android/.test(userAgent))
    return `geo:${place}?q=${place}(${encodeURIComponent(`${NOMBRE} ${nombre}`)})`
  if (/iPhone|iPad/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`
  return `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: place })}`
}
