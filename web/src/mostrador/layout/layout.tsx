import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { PrimerosPasos } from '../apertura/primeros-pasos.tsx'
import { LiveProvider } from '../live/live.tsx'
import { Llegados } from '../live/llegados.tsx'
import { AuthoriseDialogs } from '../session/authorise-dialog.tsx'
import { Confirming } from '../session/confirm-dialog.tsx'
import { TomadoPregunta } from '../session/tomado-dialog.tsx'
import { useTableroFiltros } from '../tablero/use-filtros.ts'
import { Undo } from '../undo/undo.tsx'
import { TiraDeUrgencias } from '../urgencias/tira.tsx'
import { MostradorErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'

/** The frame of every screen behind the login. */
export function MostradorLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { sucursal } = useTableroFiltros()
  return (
    <LiveProvider sucursal={sucursal}>
      <a className={styles.skip} href="#contenido">
        Ir al contenido
      </a>
      <Header />
      <Arriba>
        <TiraDeUrgencias sucursal={sucursal} />
      </Arriba>
      <PrimerosPasos />
      <main id="contenido" className={`wrap ${styles.main}`}>
        <MostradorErrorBoundary key={pathname}>{children}</MostradorErrorBoundary>
      </main>
      <AuthoriseDialogs />
      <Confirming />
      <TomadoPregunta />
      <div className={styles.lane}>
        <Toasts />
        <Llegados />
        <Undo />
      </div>
    </LiveProvider>
  )
}

/**
 * The strip; it sets --arriba to the height of the parts that stay at the window's top, so that sticky
 * elements go below them.
 */
function Arriba({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--arriba', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--arriba')
    }
  }, [])
  return (
    <div ref={box} className={styles.arriba}>
      {children}
    </div>
  )
}
