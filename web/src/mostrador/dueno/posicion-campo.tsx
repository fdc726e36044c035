import type { Ubicado } from '@imprimitodo/shared/api/dueno'
import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MapPin, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { preferencias, start } from '../../api/startup.ts'
import { TextButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { lazyOptional } from '../../ui/state/later.ts'
import { BusyButton } from '../busy-button.tsx'
import { wordsOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import styles from './posicion-campo.module.css'

const MapaPin = lazyOptional(async () => (await import('../../ui/mapa/mapa-pin.tsx')).MapaPin)

/** The main square of Juan Bautista Alberdi, where the first map of a shop without branches begins. */
const HOME: Point = { lat: -27.58611, lng: -65.61972 }

/** The counter loads the startup configuration only where it needs it: here. */
const teselasQuery = queryOptions({
  queryKey: ['mapa-teselas'],
  queryFn: async () => {
    await start()
    return (await preferencias()).mapa_teselas ?? null
  },
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

const FOUND: Record<Ubicado['precision'], string> = {
  puerta: 'La encontramos en el mapa.',
  calle: 'Encontramos la calle, no la puerta: mové el pin hasta el local.',
  localidad: 'Encontramos la localidad, no la calle: mové el pin hasta el local.',
}

/** Where a branch is: found by its address, or a pin on the map. Coordinates are never typed. */
export function PosicionCampo({
  direccion,
  punto,
  centro,
  problem,
  onChange,
}: {
  /** As it is typed in the form. */
  direccion: string
  punto: Point | null
  /** The centre of the map without a pin: another branch. */
  centro: Point | null
  problem: string | undefined
  onChange: (punto: Point | null) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  /** The address that the pin belongs to: as saved, as searched for, or as it was when the pin was set. */
  const [of, setOf] = useState(direccion)
  /** A counter that remounts the map when an address was found, so that it shows that place. */
  const [found, setFound] = useState(0)
  const { data: teselas } = useQuery(teselasQuery)

  const put = (to: Point | null) => {
    setOf(direccion)
    onChange(to)
  }

  async function search() {
    setBusy(true)
    setRefused(null)
    setSaid(null)
    const body = { direccion, ...(punto ?? centro) }
    const answer = await ask('POST /api/mostrador/sucursales/ubicar', { body }).catch(() => null)
    setBusy(false)
    if (!answer) return setRefused('No hay conexión con el servidor: poné el pin a mano.')
    if (!answer.ok) return setRefused(wordsOf(answer) ?? 'No se pudo buscar.')
    const { lat, lng, precision } = answer.data
    put({ lat, lng })
    setFound(found + 1)
    setSaid(FOUND[precision])
  }

  return (
    <fieldset className={styles.field}>
      <legend>Dónde queda</legend>
      <p className={styles.hint}>Desde acá se miden los envíos.</p>
      <div className={styles.actions}>
        <BusyButton
          size="medium"
          icon={Search}
          isBusy={isBusy}
          busyText="Buscando…"
          onClick={() => void search()}
        >
          Buscar la dirección
        </BusyButton>
        {punto && (
          <TextButton
            onClick={() => {
              setSaid(null)
              put(null)
            }}
          >
            Sacar el pin
          </TextButton>
        )}
      </div>
      <p className={styles.where} role="status">
        <MapPin size={18} strokeWidth={2.4} aria-hidden />
        <span>
          {said} {punto ? written(punto) : 'Todavía no tiene pin: desde acá no se hacen envíos.'}
        </span>
      </p>
      {punto && direccion !== of && (
        <Notice tone="warning">
          Cambiaste la dirección y el pin sigue donde estaba: buscala, o movelo vos.
        </Notice>
      )}
      {refused && <Notice tone="error">{refused}</Notice>}
      {problem && <FieldError>{problem}</FieldError>}
      {teselas !== undefined && (
        <Suspense fallback={null}>
          <MapaPin
            key={found}
            label="Mapa de la sucursal"
            pinLabel="La sucursal: movela con las flechas del teclado"
            centro={centro ?? HOME}
            punto={punto}
            teselas={teselas}
            onMove={(to) => {
              setSaid(null)
              setRefused(null)
              put(to)
            }}
          />
        </Suspense>
      )}
      {teselas === null && (
        <p className={styles.hint}>
          Sin imágenes del mapa se ve un esquema. Para ubicarla bien, buscá la dirección o conectá los mapas.
        </p>
      )}
    </fieldset>
  )
}

const degrees = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 5, maximumFractionDigits: 5 })
const written = ({ lat, lng }: Point): string =>
  `Está en ${degrees.format(Math.abs(lat))}° ${lat < 0 ? 'sur' : 'norte'}, ${degrees.format(Math.abs(lng))}° ${lng < 0 ? 'oeste' : 'este'}.`
