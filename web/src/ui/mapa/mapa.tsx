import 'leaflet/dist/leaflet.css'
import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import * as L from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawBackground, type Fondo, startMap } from './fondo.ts'
import { shopIcon, word } from './iconos.ts'
import styles from './mapa.module.css'
import { Flechas, Lamina } from './marco.tsx'
import { drawTrayecto, fit, moved, rounded, type Trayecto } from './trayecto.ts'

const ZOOM = { schema: 12, tiles: 15 }
/** Arrow keys repeat: the new place is reported once the pin rests. */
const REST_MS = 600

/**
 * A branch on a map, and the way from it to somewhere, whose pin `onMove` lets move: dragged, by the arrow keys, by
 * the buttons below, or by pressing the map. Loads Leaflet: import it only on demand. On a touch screen one finger
 * goes on scrolling the page.
 */
export function Mapa({
  label,
  sucursal,
  teselas,
  trayecto = null,
  onMove,
  onFondo,
}: {
  label: string
  sucursal: Point & { nombre: string }
  /** Leaflet's template, or null for the schema. */
  teselas: string | null
  trayecto?: Trayecto | null
  onMove?: (to: Point) => void
  /** Called with the kind of background, once it is known. */
  onFondo?: (fondo: Fondo) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const [isSchema, setSchema] = useState(teselas === null)
  const wasOnPin = useRef(false)
  const [draft, setDraft] = useState<Point | null>(null)
  const { nombre, lat, lng } = sucursal
  const move = (to: Point) => setDraft(rounded(to))
  const onGround = useEffectEvent((fondo: Fondo) => {
    setSchema(fondo === 'esquema')
    onFondo?.(fondo)
  })
  const onPress = useEffectEvent((at: Point) => {
    if (onMove) move(at)
  })

  useEffect(() => {
    if (!box.current) return
    const made = startMap(box.current, { lat, lng }, teselas ? ZOOM.tiles : ZOOM.schema)
    setSchema(false)
    drawBackground(made, teselas, { lat, lng }, (fondo) => onGround(fondo))
    L.marker([lat, lng], { icon: shopIcon(), interactive: false, keyboard: false }).addTo(made)
    word([lat, lng], nombre, styles.name).addTo(made)
    made.on('click', ({ latlng }) => onPress(latlng))
    setMap(made)
    return () => {
      made.remove()
      setMap(null)
    }
  }, [teselas, nombre, lat, lng])

  const moving = draft && { destino: draft, camino: null, lejos: false }
  const shown = moving ?? trayecto
  const onPin = useEffectEvent(move)
  const isMovable = onMove !== undefined
  const key = JSON.stringify(shown)
  useEffect(() => {
    const given: Trayecto | null = JSON.parse(key)
    if (!map || !given) return
    const ends = [{ lat, lng }, given.destino]
    const inView = map.getBounds().pad(-0.05)
    if (!ends.every((end) => inView.contains(end))) fit(map, ends)
    const drawn = drawTrayecto(map, { lat, lng }, given, isMovable ? (to) => onPin(to) : undefined)
    // The pin is drawn anew at every step: the focus returns to it
    if (wasOnPin.current) pinOf(map)?.focus({ preventScroll: true })
    return () => {
      wasOnPin.current = pinOf(map) === document.activeElement
      drawn.remove()
    }
  }, [map, key, lat, lng, isMovable])

  const settle = useEffectEvent((to: Point) => {
    onMove?.(to)
    setDraft(null)
  })
  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(() => settle(draft), REST_MS)
    return () => clearTimeout(timer)
  }, [draft])

  const push = (arrow: [x: number, y: number]) => {
    if (map) move(moved(map, shown?.destino ?? map.getCenter(), arrow))
  }
  return (
    <div className={styles.frame}>
      <Lamina label={label} box={box} isSchema={isSchema} />
      {isMovable && <Flechas onPush={push} />}
    </div>
  )
}

const pinOf = (map: L.Map): HTMLElement | null =>
  map.getContainer().querySelector<HTMLElement>(`.${styles.home}`)
