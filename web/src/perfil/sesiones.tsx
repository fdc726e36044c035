import type { SesionAbierta } from '@imprimitodo/shared/api/clientes'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, TextButton } from '../ui/button.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import styles from './perfil.module.css'
import { sesionesQuery } from './queries.ts'

const EndSesiones = lazy(async () => ({
  default: (await import('./end-sesiones.tsx')).EndSesiones,
}))

/** The account's open sessions, with buttons to end them. */
export function SesionesLista({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(sesionesQuery)
  /** Null: all the others. */
  const [closing, setClosing] = useState<SesionAbierta | null | undefined>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = useRef(false)
  // The pressed button no longer exists, so the focus is moved
  useEffect(() => {
    if (closing === undefined && isDone.current) heading.current?.focus()
    isDone.current = false
  }, [closing])
  const others = data?.filter(({ actual }) => !actual) ?? []
  return (
    <section className={`${styles.sheet} ${styles.datos}`} aria-labelledby="sesiones">
      <h2 id="sesiones" ref={heading} tabIndex={-1}>
        Sesiones abiertas
      </h2>
      {!data && !error && <Spinner label="Buscando tus sesiones…" visible />}
      {!data && error && (
        <RetryNotice isBusy={isFetching} retry={() => void refetch()}>
          No pudimos cargar tus sesiones. Revisá tu conexión.
        </RetryNotice>
      )}
      {data && (
        <ul className={styles.sesiones}>
          {data.map((sesion) => (
            <li key={sesion.id}>
              <div>
                <b>{sesion.dispositivo}</b>
                <p className={styles.small}>
                  {sesion.actual ? 'La de este dispositivo' : `Último uso: ${formatMoment(sesion.usada)}`}
                </p>
              </div>
              {!sesion.actual && (
                <TextButton
                  aria-label={`Cerrar la sesión de ${sesion.dispositivo}, usada el ${formatMoment(sesion.usada).toLowerCase()}`}
                  onClick={() => setClosing(sesion)}
                >
                  Cerrar
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button wide onClick={() => setClosing(null)}>
          Cerrar todas las demás
        </Button>
      )}
      {closing !== undefined && (
        <Suspense fallback={null}>
          <EndSesiones
            email={email}
            sesion={closing}
            onDone={() => {
              isDone.current = true
              setClosing(undefined)
            }}
            onClose={() => setClosing(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
