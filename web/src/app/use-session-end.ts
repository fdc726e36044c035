import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionEnd } from '../api/renewal.ts'
import { forgetSession, forgetTogether } from '../api/session.ts'
import { navigate } from '../ui/place.ts'

/** When the session ends by itself the page forgets the customer; if the server was out of reach it goes home (S06). */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  useEffect(() => forgetTogether(queries), [queries])
  useEffect(
    () =>
      onSessionEnd((how) => {
        forgetSession(queries, { salida: false })
        if (how === 'lejos') navigate('/')
      }),
    [queries],
  )
}
