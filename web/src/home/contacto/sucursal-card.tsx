import { type Point, placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { formatWhatsapp, whatsappLink } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, MessageCircle, Navigation } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { teselasQuery } from '../../api/teselas.ts'
import { ExternalButton } from '../../ui/button.tsx'
import { lazyOptional, usePart } from '../../ui/state/later.ts'
import { useNear } from '../../ui/state/use-near.ts'
import { PLANO } from '../drawings.ts'
import styles from './contacto.module.css'
import { directionsLink } from './directions.ts'

const SucursalMapa = lazyOptional(async () => (await import('./sucursal-mapa.tsx')).SucursalMapa)

type Place = Point & { nombre: string }
type Sucursal = {
  nombre: string
  direccion: string | null
  whatsapp: string | null
  horario: string | null
  lat: number | null
  lng: number | null
}

export function SucursalCard({ sucursal, all }: { sucursal: Sucursal; all: readonly Place[] }) {
  const { nombre, direccion, whatsapp, horario } = sucursal
  const place = placeOf(sucursal)
  return (
    <li className={styles.card}>
      {place && <Ubicacion place={place} all={all} />}
      <h3>{nombre}</h3>
      {direccion && (
        <p>
          <MapPin size={20} strokeWidth={2.4} aria-hidden />
          <span>{direccion}</span>
        </p>
      )}
      {horario && (
        <p>
          <Clock size={20} strokeWidth={2.4} aria-hidden />
          <span>{horario}</span>
        </p>
      )}
      {whatsapp && (
        <p>
          <MessageCircle size={20} strokeWidth={2.4} aria-hidden />
          <a href={whatsappLink(whatsapp)} target="_blank" rel="noreferrer">
            WhatsApp {formatWhatsapp(whatsapp)}
          </a>
        </p>
      )}
      {place && (
        <div className={styles.ways}>
          <ExternalButton
            size="medium"
            icon={Navigation}
            href={directionsLink(place, nombre, navigator.userAgent)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Cómo llegar a ${nombre}`}
          >
            Cómo llegar
          </ExternalButton>
        </div>
      )}
    </li>
  )
}

/**
 * The sketch; over it the map, which is requested when the card comes near the window and shown once a tile
 * arrives.
 */
function Ubicacion({ place, all }: { place: Place; all: readonly Place[] }) {
  const figure = useRef<HTMLElement>(null)
  const isNear = useNear(figure)
  const [hasTiles, setHasTiles] = useState(false)
  const { data: teselas } = useQuery(teselasQuery)
  const Plano = usePart(PLANO)
  return (
    <figure ref={figure} className={styles.map}>
      {Plano && !hasTiles ? <Plano here={place} all={all} /> : <div className={styles.room} />}
      {!hasTiles && <figcaption>Croquis a escala</figcaption>}
      {teselas && isNear && (
        <Suspense fallback={null}>
          <SucursalMapa sucursal={place} teselas={teselas} onTiles={() => setHasTiles(true)} />
        </Suspense>
      )}
    </figure>
  )
}
