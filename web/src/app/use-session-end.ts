import { accessOf, type PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { interrupted } from '../api/interrupted.ts'
import { onSessionEnd } from '../api/session/renewal.ts'
import { FIN_DE_SESION, forgetSession, forgetTogether } from '../api/session/session.ts'
import { useNavigate } from '../ui/link.tsx'
import { showToast } from '../ui/notice/toasts.tsx'

/** The step where an order is paid: its contact and codes are those of the account. */
const PAGO = '/imprimitodo/paso3' satisfies PageAddress
const ENDED = 'Tu sesión terminó. Ingresá de nuevo.'
const ENDED_AT_PAGO = 'Tu sesión terminó y no se cobró nada. Ingresá de nuevo: tu pedido sigue guardado.'
/** Longer than other messages, since the page changes while it is shown. */
const READ_MS = 10_000

/**
 * When the session ends by itself the page forgets the customer, goes Home and says so; a page that needs a
 * login, and the one where an order is paid, is stored, so that the next login returns to it. For a visitor
 * the page stays.
 */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => forgetTogether(queries), [queries])
  useEffect(
    () =>
      onSessionEnd((hadAccess) => {
        const { pathname, search } = window.location
        const isPago = pathname === PAGO
        if (hadAccess) {
          if (isPago || accessOf(pathname) === 'customers') interrupted.write(pathname + search)
          // Before the session is forgotten, so that the guard of the old page finds that the page was left
          navigate('/')
          showToast(isPago ? ENDED_AT_PAGO : ENDED, { tone: 'warning', ms: READ_MS, about: FIN_DE_SESION })
        }
        forgetSession(queries, { salida: false })
      }),
    [queries, navigate],
  )
}
