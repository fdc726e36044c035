import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { MadePageContext } from '../api/made-page.ts'
import { recheck, useSession } from '../api/session/session.ts'
import { useNavigate } from '../ui/link.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'

/** The router's key of the page load, before any navigation. */
const FIRST_VISIT = 'default'

const Checking = () => <PageLoading label="Comprobando tu sesión…" />

/**
 * False while the visitor is on the way to another page: the old page stays visible until the new page's code
 * is loaded.
 */
const isHere = ({ pathname }: Location): boolean =>
  new URL(pathname, window.location.href).pathname === window.location.pathname

/**
 * Navigates elsewhere, unless the visitor has left already; the back button does not return here. The spinner
 * stays until the other screen's code is loaded.
 */
function Redirect({ to }: { to: PageAddress }) {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isHere(location)) navigate(to, { replace: true })
  }, [location, navigate, to])
  return <Checking />
}

/**
 * Pages for visitors without a session: a customer is sent to Home. After a login on such a page, the page
 * itself navigates. A page that arrived with its form's HTML was made for a browser without the session's
 * cookie: its form does not wait for the session check.
 */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const isForGuest = use(MadePageContext) !== null && status === 'checking'
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  if (status === 'out' && openedAt !== pathname) setOpenedAt(pathname)
  if (status === 'out' || openedAt === pathname || isForGuest) return children
  return status === 'in' ? <Redirect to="/" /> : <Checking />
}

/**
 * Pages that need a login: the coupons call is tried first, then it leads to /login with the way back. After
 * a logout on such a page, the page itself navigates.
 */
export function CustomersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const queries = useQueryClient()
  const location = useLocation()
  const { pathname, search, key } = location
  /**
   * The visit (router key) that had a session or an unfinished check: the check may end before this is drawn.
   */
  const seenAt = useRef(key === FIRST_VISIT ? key : null)
  const askingAt = useRef<string | null>(null)
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const isOut = session.status === 'out'
  const isRefused = isOut && (askedAt === key || (session.tried && seenAt.current === key))
  useEffect(() => {
    if (!isOut) seenAt.current = key
    else if (!isRefused && askingAt.current !== key && isHere(location)) {
      askingAt.current = key
      void recheck(queries).then(() => setAskedAt(key))
    }
  }, [isOut, isRefused, key, location, queries])
  if (!isOut) return session.status === 'in' ? children : <Checking />
  if (!isRefused) return <Checking />
  if (session.salida) return children
  return <Redirect to={`/login?${new URLSearchParams({ redirect: pathname + search })}`} />
}
