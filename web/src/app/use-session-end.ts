import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionEnd } from '../api/renewal.ts'
import { forgetSession, forgetTogether } from '../api/session.ts'
import { useNavigate } from '../ui/link.tsx'

/** When the session ends by itself the page forgets the customer; if the server was out of reach it goes home. */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => forgetTogether(queries), [queries])
  useEffect(
    () =>
      onSessionEnd((how) => {
        // First, so that the guard of the page that is left finds it left
        if (how === 'lejos') navigate('/')
        forgetSession(queries, { salida: false })
      }),
    [queries, navigate],
  )
}
