import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import * as L from 'leaflet'
import { homeIcon } from './iconos.ts'
import styles from './mapa.module.css'

/** The other end and the way there: a road as [lng, lat] pairs, or null for a straight line. */
export type Trayecto = { destino: Point; camino: [lng: number, lat: number][] | null; lejos: boolean }

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const STEP_PX = 12

/** So many steps right and down on the screen. */
export function moved(map: L.Map, from: Point, [x, y]: [x: number, y: number]): Point {
  const zoom = map.getZoom()
  return map.unproject(map.project(from, zoom).add([x * STEP_PX, y * STEP_PX]), zoom)
}

/** Rounded to about 10 cm, since further digits are noise. */
export const rounded = ({ lat, lng }: Point): Point => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lng: Math.round(lng * 1e6) / 1e6,
})

/** Lets the arrow keys move a pin on the map, while it has the focus. */
export function moveByKeys(map: L.Map, pin: L.Marker, onMove: (to: Point) => void): void {
  pin.getElement()?.addEventListener('keydown', (event) => {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    event.stopPropagation()
    onMove(moved(map, pin.getLatLng(), arrow))
  })
}

/** Draws it, with a pin that can be dragged or moved with the arrow keys where `onMove` is given. */
export function drawTrayecto(
  map: L.Map,
  from: Point,
  { destino, camino, lejos }: Trayecto,
  onMove: ((to: Point) => void) | undefined,
): L.LayerGroup {
  const points = camino?.map(([lng, lat]): [number, number] => [lat, lng]) ?? [from, destino]
  const casing = L.polyline(points, { className: styles.casing, interactive: false })
  const look = lejos ? styles.far : styles.road
  const way = L.polyline(points, {
    className: camino ? look : `${look} ${styles.straight}`,
    interactive: false,
  })
  const pin = L.marker(destino, {
    icon: homeIcon(),
    draggable: Boolean(onMove),
    keyboard: Boolean(onMove),
    interactive: Boolean(onMove),
    autoPan: true,
  })
  const group = L.layerGroup([casing, way, pin]).addTo(map)
  const element = pin.getElement()
  if (!onMove || !element) return group
  element.setAttribute('aria-label', 'Tu dirección: movela con las flechas del teclado')
  pin.on('drag', () => {
    // The old way leads elsewhere
    for (const line of [casing, way]) line.remove()
  })
  pin.on('dragend', () => onMove(pin.getLatLng()))
  moveByKeys(map, pin, onMove)
  return group
}

export function fit(map: L.Map, points: Point[]): void {
  const bounds = L.latLngBounds(points)
  map.fitBounds(bounds, {
    paddingTopLeft: [40, 70],
    paddingBottomRight: [40, 40],
    maxZoom: 16,
    animate: false,
  })
}
