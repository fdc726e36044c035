import type { Entrega } from '@imprimitodo/shared/api/entregas'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import type { Point } from '@imprimitodo/shared/rules/entrega'
import { RotateCw } from 'lucide-react'
import { TextButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'
import { type Calculo, formatKm } from './paso3-modelo.ts'
import { trazar } from './paso3-trazo.ts'

type Sucursal = Point & { nombre: string }

/** How far the delivery goes and what it costs, as the server measured it. */
export function Viaje({
  calculo,
  retry,
  sucursal,
  contacto,
}: {
  calculo: Calculo
  retry: () => void
  sucursal: Sucursal | undefined
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
          <Lista entrega={calculo.entrega} sucursal={sucursal} />
          {calculo.entrega.estimada && contacto.lat === null && (
            <p className={styles.hint}>Es una distancia estimada: con tu ubicación la medimos mejor.</p>
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

function Lista({ entrega, sucursal }: { entrega: Entrega; sucursal: Sucursal | undefined }) {
  const { distancia_km, costo, estimada, dentro_de_radio } = entrega
  return (
    <div className={styles.trip}>
      {sucursal && <Plano from={sucursal} entrega={entrega} />}
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

/** A sketch, not a map: the two ends in their true directions, the road where the server knows it. */
function Plano({ from, entrega }: { from: Sucursal; entrega: Entrega }) {
  const { ruta } = entrega
  const points = ruta?.coordinates.map(([lng, lat]) => ({ lat, lng })) ?? [from, entrega]
  const { path, start, end } = trazar(points)
  return (
    <svg
      viewBox="0 0 720 220"
      className={styles.plan}
      role="img"
      aria-label={`Croquis: ${formatKm(entrega.distancia_km)} desde ${from.nombre} hasta ${entrega.direccion}`}
    >
      <path d={path} className={styles.casing} />
      <path d={path} className={cx(styles.road, !ruta && styles.straight)} />
      <g transform={`translate(${start.x} ${start.y})`}>
        <circle r="17" className={styles.shop} />
        <circle cx="-4" r="7" fill="var(--lemon)" />
        <circle cx="4" r="7" fill="var(--blue)" />
        <text y="38">{from.nombre}</text>
      </g>
      <g transform={`translate(${end.x} ${end.y})`}>
        <circle r="17" className={styles.home} />
        <path d="M-9 1L0-8L9 1M-6-1v8H6v-8" className={styles.roof} />
        <text y="38">Tu dirección</text>
      </g>
    </svg>
  )
}
