import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Toasts } from '../../ui/toasts.tsx'
import { readFiltros } from '../board/filtros.ts'
import { Deshacer } from '../deshacer/deshacer.tsx'
import { LiveProvider } from '../live/live.tsx'
import { Confirming } from '../session/confirm-dialog.tsx'
import { TomadoPregunta } from '../session/tomado-dialog.tsx'
import { Tira } from '../urgencias/tira.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'

/** The frame of every screen behind the login. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { sucursal } = readFiltros(search)
  return (
    <LiveProvider sucursal={sucursal}>
      <a className={styles.skip} href="#contenido">
        Ir al contenido
      </a>
      <Header />
      <Tira sucursal={sucursal} />
      <main id="contenido" className={`wrap ${styles.main}`}>
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <Deshacer />
      <Confirming />
      <TomadoPregunta />
      <Toasts />
    </LiveProvider>
  )
}
