import type { Point } from '@imprimitodo/shared/rules/entrega'
import { formatWhatsapp, whatsappLink } from '@imprimitodo/shared/rules/whatsapp'
import { Clock, MapPin, MessageCircle, Navigation } from 'lucide-react'
import { ExternalButton } from '../../ui/button.tsx'
import styles from './contacto.module.css'
import { Plano } from './plano.tsx'

type Sucursal = Point & { nombre: string; direccion: string; whatsapp: string; horario: string }

export function SucursalCard({ sucursal, all }: { sucursal: Sucursal; all: readonly Sucursal[] }) {
  const { nombre, direccion, whatsapp, horario, lat, lng } = sucursal
  return (
    <li className={styles.card}>
      <figure className={styles.map}>
        <Plano here={sucursal} all={all} />
        <figcaption>Croquis a escala</figcaption>
      </figure>
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
