import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { MadePageContext } from '../api/made-page.ts'
import { recheck, useSession } from '../api/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { FIRST_VISIT, Redirect, usePlace } from '../ui/place.ts'

const Checking = () => <PageLoading label="Comprobando tu sesión…" />

/** The spinner stays until the other screen's code is here. */
const Leaving = ({ to }: { to: string }) => (
  <>
    <Checking />
    <Redirect to={to} />
  </>
)

/**
 * Pages for who is not logged in: a customer goes to Home. Who logs in on one leaves it by its own way. A page with its
 * form in it was made for a browser without the session's cookie: there the form does not wait for the check.
 */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname } = usePlace()
  const isForGuest = use(MadePageContext) !== null && status === 'checking'
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  if (status === 'out' && openedAt !== pathname) setOpenedAt(pathname)
  if (status === 'out' || openedAt === pathname || isForGuest) return children
  return status === 'in' ? <Leaving to="/" /> : <Checking />
}

/**
 * Pages that need a login: the coupons call is tried first, then /login with the way back (spec section 2). Who logs
 * out on one leaves it by its own way.
 */
export function CustomersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const queries = useQueryClient()
  const { pathname, search, key } = usePlace()
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
  if (!isOut) return session.status === 'in' ? children : <Checking />
  if (!isRefused) return <Checking />
  if (session.salida) return children
  return <Leaving to={`/login?${new URLSearchParams({ redirect: pathname + search })}`} />
}
