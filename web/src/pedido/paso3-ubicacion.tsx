import { LocateFixed, X } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { setContacto } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'

const PATIENCE_MS = 15_000

/** The customer's own position as the pin: where a map service does not know a street, it still measures. */
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
