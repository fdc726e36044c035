import { Navigate, Outlet, useLocation } from 'react-router'
import { loginPath } from './return-path.ts'
import { howItEnded, useSession } from './session.ts'

/** Only with a session; without one, the login page, which comes back here unless the clerk left on purpose. */
export function RequireSession() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session) return <Outlet />
  return <Navigate to={loginPath(howItEnded() === 'salida' ? '/mostrador' : pathname + search)} replace />
}
