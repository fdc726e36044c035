import { type ReactNode, Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { MadePageContext } from '../api/made-page.ts'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { Toasts } from '../ui/notice/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { Nav } from './nav.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useScroll } from './use-scroll.ts'
import { useSessionEnd } from './use-session-end.ts'

/**
 * The frame around every screen. `bare`: without nav and footer, since the simulated payment plays another
 * site.
 */
export function Layout({ bare, children }: { bare?: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  useScroll()
  useSessionEnd()
  const screen = (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageLoading />}>
        {children}
        <Taken />
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <div className={styles.layout}>
      {!bare && (
        <>
          <a href="#contenido" className={styles.skip}>
            Ir al contenido
          </a>
          <Nav />
          <OfflineNotice />
        </>
      )}
      <main id="contenido" tabIndex={-1} className={styles.main}>
        {screen}
      </main>
      {!bare && <Footer />}
      <Toasts />
    </div>
  )
}

/** Rendered beside the screen, so that React takes over both at once. */
function Taken() {
  const made = use(MadePageContext)
  useEffect(() => made?.onTaken(), [made])
  return null
}
