import type { ReactNode } from 'react'
import { Redirect, usePlace } from '../../ui/place.ts'
import { loginPath } from './return-path.ts'
import { howItEnded, useSession } from './session.ts'

/** Only with a session; without one, the login page, which comes back here unless the clerk left on purpose. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = usePlace()
  if (session) return children
  return <Redirect to={loginPath(howItEnded() === 'salida' ? '/mostrador' : pathname + search)} />
}
