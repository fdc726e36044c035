import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { MadePageContext } from '../api/made-page.ts'
import { recheck, useSession } from '../api/session.ts'
import { Spinner } from '../ui/spinner.tsx'
import pages from './pages.module.css'

const Checking = () => (
  <div className={pages.loading}>
    <Spinner label="Comprobando tu sesión…" visible />
  </div>
)

/**
 * Pages for who is not logged in: a customer goes to Home. Who logs in on one leaves it by its own way. A page with its
 * form in it was made for a browser without the session's cookie: there the form does not wait for the check.
 */
export function GuestsOnly() {
  const { status } = useSession()
  const { pathname } = useLocation()
  const isForGuest = use(MadePageContext) !== null && status === 'checking'
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  if (status === 'out' && openedAt !== pathname) setOpenedAt(pathname)
  if (status === 'out' || openedAt === pathname || isForGuest) return <Outlet />
  return status === 'in' ? <Navigate to="/" replace /> : <Checking />
}

/** The router's name for the visit that the page was opened with. */
const FIRST_VISIT = 'default'

/**
 * Pages that need a login: the coupons call is tried first, then /login with the way back (spec section 2). Who logs
 * out on one leaves it by its own way.
 */
export function CustomersOnly() {
  const session = useSession()
  const queries = useQueryClient()
  const { pathname, search, key } = useLocation()
  /** The visit during which the session was known or being asked for: it may be answered before this is drawn. */
  const seenAt = useRef(key === FIRST_VISIT ? key : null)
  const askingAt = useRef<string | null>(null)
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const isOut = session.status === 'out'
  const isRefused = isOut && (askedAt === key || (session.tried && seenAt.current === key))
  useEffect(() => {
    if (!isOut) seenAt.current = key
    else if (!isRefused && askingAt.current !== key) {
      askingAt.current = key
      void recheck(queries).then(() => setAskedAt(key))
    }
  }, [isOut, isRefused, key, queries])
  if (!isOut) return session.status === 'in' ? <Outlet /> : <Checking />
  if (!isRefused) return <Checking />
  if (session.salida) return <Outlet />
  return <Navigate to={`/login?${new URLSearchParams({ redirect: pathname + search })}`} replace />
}
