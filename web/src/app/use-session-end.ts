import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onSessionEnd } from '../api/renewal.ts'
import { forgetSession } from '../api/session.ts'

/** When the session ends by itself the page forgets the customer; if the server was out of reach it goes home (S06). */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(
    () =>
      onSessionEnd((how) => {
        forgetSession(queries, { salida: false })
        if (how === 'lejos') void navigate('/')
      }),
    [queries, navigate],
  )
}
