import type { Entrega } from '@imprimitodo/shared/api/entregas'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { RotateCw } from 'lucide-react'
import { TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'
import { type Calculo, formatKm } from './paso3-modelo.ts'

/** How far the delivery goes and what it costs, as the server measured it. */
export function Viaje({
  calculo,
  retry,
  contacto,
}: {
  calculo: Calculo
  retry: () => void
  contacto: Contacto
}) {
  switch (calculo.kind) {
    case 'sin-datos':
      return (
        <p className={styles.hint}>
          {contacto.sucursal ? 'Escribí la dirección' : 'Elegí la sucursal y escribí la dirección'}: te
          decimos la distancia y el costo.
        </p>
      )
    case 'calculando':
      return <Spinner label="Calculando la distancia…" visible />
    case 'falla':
      return (
        <Notice
          tone="error"
          action={
            <TextButton icon={RotateCw} onClick={retry}>
              Reintentar
            </TextButton>
          }
        >
          {calculo.text}
        </Notice>
      )
    case 'lista':
      return (
        <>
          <Lista entrega={calculo.entrega} />
          {calculo.entrega.estimada && contacto.lat === null && (
            <p className={styles.hint}>
              Es una distancia estimada: con el pin en tu puerta la medimos mejor.
            </p>
          )}
          {!calculo.entrega.dentro_de_radio && (
            <Notice tone="error">
              Hasta esa dirección no llegamos. Elegí otra, o retirá en la sucursal.
            </Notice>
          )}
        </>
      )
  }
}

function Lista({ entrega }: { entrega: Entrega }) {
  const { distancia_km, costo, estimada, dentro_de_radio } = entrega
  return (
    <div className={styles.trip}>
      <p role="status">
        <span>
          Distancia{estimada && ' estimada'} <b>{formatKm(distancia_km)}</b>
        </span>
        {dentro_de_radio && (
          <span>
            Delivery <b>{formatPesos(costo)}</b>
          </span>
        )}
      </p>
    </div>
  )
}
