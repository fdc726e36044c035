import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { Nav } from './nav.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import pages from './pages.module.css'

/** The frame around every screen. `bare` has neither nav nor footer: the simulated payment is another place. */
export function Layout({ bare }: { bare?: boolean }) {
  const { pathname, hash } = useLocation()
  useScroll(pathname, hash)
  const screen = (
    <ErrorBoundary resetKey={pathname}>
      <Suspense
        fallback={
          <div className={pages.loading}>
            <Spinner />
          </div>
        }
      >
        <Outlet />
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

/** To the top of a new screen, or to the section a link names; back and forward keep the browser's own place. */
function useScroll(pathname: string, hash: string) {
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pathname is what changed, even if only hash is read
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else if (kind !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, kind])
}
