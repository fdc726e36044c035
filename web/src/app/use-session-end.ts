import { accessOf } from '@imprimitodo/shared/rules/ruta'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rememberInterrupted } from '../api/interrupted.ts'
import { onSessionEnd } from '../api/renewal.ts'
import { forgetSession, forgetTogether } from '../api/session.ts'
import { useNavigate } from '../ui/link.tsx'

/**
 * When the session ends by itself the page forgets the customer and goes Home; a page that needs a login is
 * stored, so that the next login returns to it. For a visitor the page stays.
 */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => forgetTogether(queries), [queries])
  useEffect(
    () =>
      onSessionEnd((hadAccess) => {
        const { pathname, search } = window.location
        if (hadAccess && accessOf(pathname) === 'customers') rememberInterrupted(pathname + search)
        // First, so that the guard of the old page finds that it was left
        if (hadAccess) navigate('/')
        forgetSession(queries, { salida: false })
      }),
    [queries, navigate],
  )
}
