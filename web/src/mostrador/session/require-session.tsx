import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Navigate } from '../../ui/link.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { loginPath } from './return-path.ts'
import { howItEnded, useMostradorSession } from './session.ts'

const EnrolPage = lazy(() => import('../cuenta/enrolar-page.tsx'))

/**
 * Renders only with a session; without one, the login page, which returns here unless the clerk logged out.
 * While a required second factor is missing, the page that sets it up, whatever the address.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useMostradorSession()
  const { pathname, search } = useLocation()
  if (session?.enrolar)
    return (
      <Suspense fallback={<Spinner label="Cargando…" visible />}>
        <EnrolPage />
      </Suspense>
    )
  if (session) return children
  return <Navigate to={loginPath(howItEnded() === 'salida' ? '/mostrador' : pathname + search)} replace />
}
