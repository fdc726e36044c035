import type { Urgencia, Urgencias } from '@imprimitodo/shared/api/urgencias'
import { celdasOf } from '@imprimitodo/shared/rules/mostrador/urgencia'
import { Bell, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isRefused } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { useEntreToques } from '../entre-toques.ts'
import { useLiveState } from '../live/live.tsx'
import { type ActosDeUrgencia, type Parada, Una, UrgenciaCelda } from './celda.tsx'
import { MoveFrom } from './move-from.tsx'
import { useUrgencias } from './queries.ts'
import { Resolve } from './resolve.tsx'
import { SinConexion } from './sin-conexion.tsx'
import styles from './urgencias.module.css'
import { useNovedades } from './use-novedades.ts'

/**
 * Above every screen of the counter: the urgencias, or that the connection is lost and how old the data is.
 * Announces new ones once.
 */
export function TiraDeUrgencias({ sucursal }: { sucursal: string }) {
  const query = useUrgencias(sucursal)
  const { data, dataUpdatedAt, refetch } = query
  const spoken = useNovedades(sucursal, data, dataUpdatedAt)
  const isLost = useLiveState() === 'sin-conexion'
  const isOld = query.fetchStatus === 'paused' || query.failureCount > 0
  const isDown = isLost || (query.isError && !isRefused(query.error))
  const shown = useEntreToques(data)
  // The next answer tells whether only the stream is lost, or the network
  useEffect(() => {
    if (isLost) void refetch()
  }, [isLost, refetch])
  return (
    <>
      <p role="status" className="visually-hidden">
        {isDown ? (isOld ? 'Sin conexión.' : 'Sin conexión en vivo.') : spoken}
      </p>
      {isDown ? (
        <SinConexion
          since={isOld && dataUpdatedAt > 0 ? dataUpdatedAt : null}
          isOld={isOld}
          onRetry={() => void refetch()}
        />
      ) : (
        shown && <Necesita key={sucursal} urgencias={shown} />
      )}
    </>
  )
}

function Necesita({ urgencias: { urgencias, pronto } }: { urgencias: Urgencias }) {
  const [parada, setParada] = useState<Parada | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { abierto, toggle, close } = useAbierto(urgencias, heading)
  const { box, isAway } = useAway()
  const { celdas, detras } = celdasOf(urgencias, pronto.length)
  if (celdas.length === 0) return null
  const actos: ActosDeUrgencia = {
    abierta: abierto,
    onResolve: ({ clave }) => toggle(clave),
    onMove: setParada,
  }
  const rows = (
    <ul className={styles.celdas}>
      {celdas.map((celda) => (
        <UrgenciaCelda key={celda.tipo} celda={celda} pronto={pronto} {...actos} />
      ))}
      {detras > 0 && (
        <li className={styles.mas}>
          <Button size="medium" aria-expanded={abierto === TODAS} onClick={() => toggle(TODAS)}>
            {abierto === TODAS ? 'Cerrar' : `Ver las ${urgencias.length}`}
          </Button>
        </li>
      )}
    </ul>
  )
  return (
    <section ref={box} className={styles.tira} aria-label="Necesita a alguien">
      <div className={styles.entera} inert={isAway}>
        <h2 ref={heading} tabIndex={-1} className={styles.cabeza}>
          <Bell size={20} aria-hidden />
          <span>Necesita a alguien</span>
          {urgencias.length > 0 && <b>{urgencias.length}</b>}
        </h2>
        {rows}
      </div>
      {isAway && (
        <Doblada
          many={urgencias.length}
          pronto={pronto.length}
          isCovered={abierto !== null}
          onUncover={close}
        >
          {rows}
        </Doblada>
      )}
      {abierto && (
        <div className={isAway ? styles.bajoDoblada : styles.bajo}>
          <Abierta abierto={abierto} urgencias={urgencias} actos={actos} onClose={close} />
        </div>
      )}
      {parada && <MoveFrom de={parada} onClose={() => setParada(null)} />}
    </section>
  )
}

/** The open part below the strip: the question of one print, or the list of all urgencias. */
function Abierta({
  abierto,
  urgencias,
  actos,
  onClose,
}: {
  abierto: string
  urgencias: readonly Urgencia[]
  actos: ActosDeUrgencia
  onClose: () => void
}) {
  if (abierto === TODAS)
    return (
      <ul className={styles.todas} aria-label="Todo lo que necesita a alguien">
        {urgencias.map((one) => (
          <Una key={one.clave} urgencia={one} {...actos} />
        ))}
      </ul>
    )
  const duda = urgencias.find(({ clave }) => clave === abierto)
  return duda?.tipo === 'duda' ? <Resolve key={abierto} duda={duda} onClose={onClose} /> : null
}

/** The one line that stays of the strip once the page was scrolled on a tablet or a phone. */
function Doblada({
  many,
  pronto,
  isCovered,
  onUncover,
  children,
}: {
  many: number
  pronto: number
  /** An open question or list covers its rows: they are hidden with it. */
  isCovered: boolean
  onUncover: () => void
  children: ReactNode
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || isCovered
  const text =
    many === 0 ? 'para dentro de la hora' : many === 1 ? 'necesita a alguien' : 'necesitan a alguien'
  return (
    <div className={styles.doblada} data-doblada>
      <p>
        <Bell size={20} aria-hidden />
        <b>{many || pronto}</b> {text}
      </p>
      <Button
        size="medium"
        iconAfter={isOpen ? ChevronUp : ChevronDown}
        aria-expanded={isOpen}
        onClick={() => {
          setUnfolded(!isOpen)
          if (isCovered) onUncover()
        }}
      >
        {isOpen ? 'Cerrar' : 'Ver'}
      </Button>
      {isUnfolded && children}
    </div>
  )
}

/** Used instead of a `clave`: the list of all. */
const TODAS = 'todas'

/**
 * The open part below the strip: a question by its `clave`, the list, or null for none. Keeps the keyboard's
 * focus.
 */
function useAbierto(urgencias: readonly Urgencia[], heading: RefObject<HTMLElement | null>) {
  const [abierto, setAbierto] = useState<string | null>(null)
  const opener = useRef<Element | null>(null)
  function close() {
    setAbierto(null)
    const isThere = opener.current instanceof HTMLElement && opener.current.isConnected
    const next = isThere ? opener.current : (heading.current ?? document.querySelector('h1'))
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }
  function toggle(next: string) {
    if (abierto === next) return close()
    opener.current = document.activeElement
    setAbierto(next)
  }
  // The question was answered here or by a colleague: it disappears, and the focus must move to another place
  const isGone = abierto !== null && abierto !== TODAS && !urgencias.some(({ clave }) => clave === abierto)
  useEffect(() => {
    if (isGone) close()
  })
  return { abierto: isGone ? null : abierto, toggle, close }
}

/** Whether the strip was scrolled out of view: where it is sticky, it never is. */
function useAway() {
  const box = useRef<HTMLElement>(null)
  const [isAway, setAway] = useState(false)
  // After each rendering, since the strip appears and disappears
  useEffect(() => {
    const element = box.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return { box, isAway }
}
