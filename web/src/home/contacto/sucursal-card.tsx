import type { Point } from '@imprimitodo/shared/rules/entrega'
import { formatWhatsapp, whatsappLink } from '@imprimitodo/shared/rules/whatsapp'
import { Clock, Map as MapIcon, MapPin, MessageCircle, Navigation } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button, ExternalButton } from '../../ui/button.tsx'
import { lazyOptional, usePart } from '../../ui/later.ts'
import { PLANO } from '../drawings.ts'
import styles from './contacto.module.css'

const SucursalMapa = lazyOptional(async () => (await import('./sucursal-mapa.tsx')).SucursalMapa)

type Sucursal = Point & { nombre: string; direccion: string; whatsapp: string; horario: string }

export function SucursalCard({ sucursal, all }: { sucursal: Sucursal; all: readonly Sucursal[] }) {
  const { nombre, direccion, whatsapp, horario, lat, lng } = sucursal
  const [isMapOpen, setMapOpen] = useState(false)
  const Plano = usePart(PLANO)
  const plano = (
    <figure className={styles.map}>
      {Plano ? <Plano here={sucursal} all={all} /> : <div className={styles.room} />}
      <figcaption>Croquis a escala</figcaption>
    </figure>
  )
  return (
    <li className={styles.card}>
      {isMapOpen ? (
        <Suspense fallback={plano}>
          <div className={styles.map}>
            <SucursalMapa sucursal={sucursal} />
          </div>
        </Suspense>
      ) : (
        plano
      )}
      <h3>{nombre}</h3>
      <p>
        <MapPin size={20} strokeWidth={2.4} aria-hidden />
        <span>{direccion}</span>
      </p>
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
      <div className={styles.ways}>
        <Button
          size="medium"
          icon={MapIcon}
          aria-pressed={isMapOpen}
          aria-label={`Ver mapa de ${nombre}`}
          onClick={() => setMapOpen(!isMapOpen)}
        >
          Ver mapa
        </Button>
        <ExternalButton
          size="medium"
          icon={Navigation}
          href={`https://www.openstreetmap.org/directions?${new URLSearchParams({ to: `${lat},${lng}` })}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Cómo llegar a ${nombre}`}
        >
          Cómo llegar
        </ExternalButton>
      </div>
    </li>
  )
}
