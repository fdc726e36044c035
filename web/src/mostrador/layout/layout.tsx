import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Toasts } from '../../ui/toasts.tsx'
import { readFiltros } from '../board/filtros.ts'
import { Deshacer } from '../deshacer/deshacer.tsx'
import { LiveProvider, useLiveState } from '../live/live.tsx'
import { Urgente } from '../salud/urgente.tsx'
import { Confirming } from '../session/confirm-dialog.tsx'
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
      <Connection />
      <Urgente />
      <main id="contenido" className={`wrap ${styles.main}`}>
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <Deshacer />
      <Confirming />
      <Toasts />
    </LiveProvider>
  )
}

function Connection() {
  const isLost = useLiveState() === 'sin-conexion'
  return (
    <div role="status" className={styles.connection}>
      {isLost && (
        <p className={styles.lost}>
          <WifiOff size={18} strokeWidth={2.4} aria-hidden />
          <span>
            <b>Sin conexión en vivo.</b> Reintentamos solos; mientras tanto los pedidos se actualizan cada 20
            segundos si hay red.
          </span>
        </p>
      )}
    </div>
  )
}
