import 'leaflet/dist/leaflet.css'
import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import * as L from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawBackground, startMap } from './fondo.ts'
import { shopIcon } from './iconos.ts'
import styles from './mapa.module.css'
import { Flechas, Lamina } from './marco.tsx'
import { moveByKeys, moved, rounded } from './trayecto.ts'

const ZOOM = { schema: 12, tiles: 16 }

/**
 * The place of a branch: one pin, dragged, moved by the arrow keys or the buttons below, or put by pressing the map. Where there
 * is none yet the buttons put it, beginning at `centro`. Loads Leaflet: import it only on demand. On a touch screen one finger
 * goes on scrolling the page. To look at another place, give it another `key`.
 */
export function MapaPin({
  label,
  pinLabel,
  centro,
  punto,
  teselas,
  onMove,
}: {
  label: string
  pinLabel: string
  /** The centre of the map without a pin. */
  centro: Point
  punto: Point | null
  /** Leaflet's template, or null for the schema. */
  teselas: string | null
  onMove: (to: Point) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const [isSchema, setSchema] = useState(teselas === null)
  const pin = useRef<L.Marker | null>(null)
  const moveRings = useRef<(middle: Point) => void>(() => {})
  const move = useEffectEvent((to: Point) => onMove(rounded(to)))
  const first = useEffectEvent(() => punto ?? centro)

  useEffect(() => {
    if (!box.current) return
    const around = first()
    const made = startMap(box.current, around, teselas ? ZOOM.tiles : ZOOM.schema)
    moveRings.current = drawBackground(made, teselas, around, (fondo) => setSchema(fondo === 'esquema'))
    made.on('click', ({ latlng }) => move(latlng))
    setMap(made)
    return () => {
      made.remove()
      pin.current = null
      setMap(null)
    }
  }, [teselas])

  const { lat, lng } = punto ?? {}
  useEffect(() => {
    if (!map) return
    if (lat === undefined || lng === undefined) {
      pin.current?.remove()
      pin.current = null
      return
    }
    // Moved, not drawn anew, so that it keeps the keyboard's focus
    pin.current ??= drawPin(map, { lat, lng }, pinLabel, (to) => move(to))
    pin.current.setLatLng([lat, lng])
    moveRings.current({ lat, lng })
    if (!map.getBounds().pad(-0.05).contains([lat, lng])) map.panTo([lat, lng], { animate: false })
  }, [map, lat, lng, pinLabel])

  return (
    <div className={styles.frame}>
      <Lamina label={label} box={box} isSchema={isSchema} />
      <Flechas onPush={(steps) => map && onMove(rounded(moved(map, punto ?? map.getCenter(), steps)))} />
    </div>
  )
}

function drawPin(map: L.Map, at: Point, label: string, onMove: (to: Point) => void): L.Marker {
  const pin = L.marker(at, { icon: shopIcon(), draggable: true, autoPan: true }).addTo(map)
  const element = pin.getElement()
  element?.classList.add(styles.movable ?? '')
  element?.setAttribute('aria-label', label)
  pin.on('dragend', () => onMove(pin.getLatLng()))
  moveByKeys(map, pin, onMove)
  return pin
}
