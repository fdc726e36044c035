import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, MessageCircle, RotateCw } from 'lucide-react'
import { sucursalesQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './sucursales.module.css'
import { whatsappLink } from './whatsapp.ts'

export function Sucursales() {
  const { data, isError, refetch } = useQuery(sucursalesQuery)
  return (
    <section id="contacto" className={`wrap ${styles.section}`} aria-labelledby="contacto-titulo">
      <h2 id="contacto-titulo">Dónde estamos</h2>
      {isError && (
        <Notice
          tone="error"
          action={
            <Button size="medium" icon={RotateCw} onClick={() => void refetch()}>
              Reintentar
            </Button>
          }
        >
          No pudimos cargar las sucursales.
        </Notice>
      )}
      <ul className={styles.cards}>
        {!data && !isError && [0, 1].map((key) => <li key={key} className={styles.skeleton} data-skeleton />)}
        {data?.map(({ nombre, direccion, whatsapp, horario, lat, lng }) => (
          <li key={nombre} className={styles.card}>
            <h3>{nombre}</h3>
            <p>
              <MapPin size={20} strokeWidth={2.4} aria-hidden />
              <a
                href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
                target="_blank"
                rel="noreferrer"
              >
                {direccion}
              </a>
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
                  Escribinos por WhatsApp
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
