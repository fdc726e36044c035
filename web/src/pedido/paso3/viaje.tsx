import type { Entrega } from '@imprimitodo/shared/api/entregas'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { PIN_REQUIRED } from '@imprimitodo/shared/rules/compra/entrega'
import { Check, LocateFixed, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { setContacto } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import { type CalculoDeEntrega, formatKm, LEJOS } from './modelo.ts'
import styles from './paso3.module.css'

/** The delivery's distance and cost, as the server measured it. */
export function Viaje({
  calculo,
  retry,
  contacto,
}: {
  calculo: CalculoDeEntrega
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
      return <Medida entrega={calculo.entrega} contacto={contacto} />
  }
}

function Medida({ entrega, contacto }: { entrega: Entrega; contacto: Contacto }) {
  const { estimada, precision, duda, dentro_de_radio } = entrega
  const needsPin = precision === 'localidad'
  return (
    <>
      <Lista entrega={entrega} />
      {dentro_de_radio && needsPin && (
        <Notice tone="warning">
          <b>{PIN_REQUIRED}</b> De la dirección sabemos la localidad: arrastrá el pin, tocá el mapa o usá las
          flechas.
        </Notice>
      )}
      {estimada && !needsPin && contacto.lat === null && (
        <p className={styles.hint}>Es una distancia estimada: con el pin en tu puerta la medimos mejor.</p>
      )}
      {duda && <Duda text={duda} isConfirmed={contacto.pinConfirmado} mayKeep={dentro_de_radio} />}
      {!dentro_de_radio && <Notice tone="error">{LEJOS}</Notice>}
    </>
  )
}

/** The question about the pin, beside the map: the customer confirms or moves it, or edits the address. */
function Duda({ text, isConfirmed, mayKeep }: { text: string; isConfirmed: boolean; mayKeep: boolean }) {
  if (isConfirmed && mayKeep)
    return (
      <Notice tone="done">Lo llevamos adonde está el pin. La distancia es la más larga de las dos.</Notice>
    )
  return (
    <Notice
      tone="warning"
      action={
        mayKeep && (
          <TextButton
            icon={Check}
            onClick={({ currentTarget }) => {
              setContacto({ pinConfirmado: true })
              // This button disappears: the focus moves to its group
              currentTarget.closest('fieldset')?.focus()
            }}
          >
            Es acá
          </TextButton>
        )
      }
    >
      <b>{text}</b> ¿Dónde lo llevamos? Mové el pin o corregí la dirección
      {mayKeep ? '; si el pin está bien, cobramos la distancia más larga de las dos.' : '.'}
    </Notice>
  )
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

const PATIENCE_MS = 15_000

/** Sets the pin to the customer's own position: useful where the map service does not know a street. */
export function Ubicacion({ contacto: { lat, lng } }: { contacto: Contacto }) {
  const [state, setState] = useState<'quieto' | 'buscando' | string>('quieto')
  const locate = () => {
    if (state === 'buscando') return
    setState('buscando')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setContacto({ lat: coords.latitude, lng: coords.longitude })
        setState('quieto')
      },
      (error) => setState(problemOf(error)),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 60_000 },
    )
  }
  if (lat !== null && lng !== null)
    return (
      <Notice
        tone="done"
        action={
          <TextButton icon={X} onClick={() => setContacto({ lat: null, lng: null })}>
            Quitar el pin
          </TextButton>
        }
      >
        Medimos la distancia hasta el pin. Escribí igual la dirección, para encontrarte.
      </Notice>
    )
  // Browsers give the position only to https and localhost
  if (!('geolocation' in navigator) || !window.isSecureContext) return null
  const isLocating = state === 'buscando'
  return (
    <div className={styles.locate}>
      <Button size="medium" icon={LocateFixed} aria-disabled={isLocating} onClick={locate}>
        {isLocating ? 'Buscando dónde estás…' : 'Usar mi ubicación'}
      </Button>
      {state !== 'quieto' && !isLocating && <Notice tone="warning">{state}</Notice>}
    </div>
  )
}

const problemOf = ({ code, PERMISSION_DENIED }: GeolocationPositionError): string =>
  code === PERMISSION_DENIED
    ? 'No nos diste permiso para ver tu ubicación. Escribí la dirección.'
    : 'No pudimos saber dónde estás. Escribí la dirección.'
