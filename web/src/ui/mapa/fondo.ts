import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import * as L from 'leaflet'
import { word } from './iconos.ts'
import styles from './mapa.module.css'

export type Fondo = 'teselas' | 'esquema'

const RINGS_KM = [1, 3, 5]

/** Farther out the circles are so small that their words would stand one on the other. */
const ZOOM_OF_WORDS = 12

/** The towns on route 38, from north to south, by their squares: between them it is drawn straight. */
const ROUTE_38: [nombre: string, lat: number, lng: number][] = [
  ['Concepción', -27.3444, -65.5944],
  ['Aguilares', -27.43333, -65.61667],
  ['Villa Belgrano', -27.5333, -65.6167],
  ['J. B. Alberdi', -27.58611, -65.61972],
  ['La Cocha', -27.7717, -65.585],
]

const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>'

/** An empty map around a place: the page goes on scrolling under one finger, and under the mouse's wheel. */
export function startMap(box: HTMLElement, { lat, lng }: Point, zoom: number): L.Map {
  const map = L.map(box, {
    center: [lat, lng],
    zoom,
    zoomControl: false,
    scrollWheelZoom: false,
    dragging: !L.Browser.mobile,
    maxZoom: 18,
    minZoom: 9,
  })
  map.attributionControl.setPrefix(false)
  L.control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(map)
  L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(map)
  return map
}

/**
 * Draws the background of the pins: tiles where the shop has them, else the shop's own data, also where no
 * tile arrives. `onFondo` is called at the first tile, or with the drawing.
 * @returns moves the drawing's circles to another centre
 */
export function drawBackground(
  map: L.Map,
  teselas: string | null,
  around: Point,
  onFondo: (fondo: Fondo) => void,
): (middle: Point) => void {
  let middle = around
  const rings: { circle: L.Circle; km: L.Marker }[] = []
  if (teselas) tiled(teselas)
  else schema()
  return (to) => {
    middle = to
    for (const { circle, km } of rings) {
      circle.setLatLng(to)
      km.setLatLng([to.lat, circle.getBounds().getEast()])
    }
  }

  function tiled(template: string): void {
    // Public tile servers refuse requests without a Referer
    const tiles = L.tileLayer(template, {
      maxZoom: 19,
      attribution: ATTRIBUTION,
      referrerPolicy: 'strict-origin-when-cross-origin',
    })
    let arrived = false
    tiles.on('tileload', () => {
      if (!arrived) onFondo('teselas')
      arrived = true
    })
    tiles.on('tileerror', () => {
      if (arrived || !map.hasLayer(tiles)) return
      tiles.remove()
      schema()
    })
    tiles.addTo(map)
  }

  function schema(): void {
    onFondo('esquema')
    const towns = ROUTE_38.map(([, lat, lng]): [number, number] => [lat, lng])
    L.polyline(towns, { className: styles.highway, interactive: false }).addTo(map)
    // The branch's own town would be written over its circles
    for (const [nombre, lat, lng] of ROUTE_38)
      if (map.distance([lat, lng], middle) > 3_000) word([lat, lng], nombre).addTo(map)
    for (const km of RINGS_KM) {
      const look = { radius: km * 1000, className: styles.ring, interactive: false }
      const circle = L.circle(middle, look).addTo(map)
      const text = word([middle.lat, circle.getBounds().getEast()], `${km} km`, styles.km).addTo(map)
      rings.push({ circle, km: text })
    }
    const thinOut = () => map.getContainer().toggleAttribute('data-far', map.getZoom() < ZOOM_OF_WORDS)
    map.on('zoomend', thinOut)
    thinOut()
  }
}
