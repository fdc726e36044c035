import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'
import { duenoKey } from '../dueno/queries.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'

/** The owner's steps of opening the shop; makes no call unless the owner is signed in. */
export function useApertura() {
  const session = useMostradorSession()
  return useQuery({
    queryKey: [...duenoKey, 'instalacion'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/instalacion', { signal })),
    enabled: session?.rol === 'dueno' && !session.enrolar,
    refetchOnWindowFocus: false,
  })
}

/**
 * Before a login: whether the installation has an owner; undefined until it is known. Not in the query cache,
 * which a login empties.
 */
export function useInstalada(): boolean | undefined {
  const [instalada, setInstalada] = useState<boolean>()
  useEffect(() => {
    const asked = new AbortController()
    call('GET /api/mostrador/instalacion', { signal: asked.signal, token: '' }).then(
      (answer) => answer.ok && setInstalada(answer.data.instalada),
      () => {}, // without network the page says so when a form is sent
    )
    return () => asked.abort()
  }, [])
  return instalada
}

/** The installation's code, if the link from the server's log contains it; else ''. */
export const codigoDelEnlace = (hash: string): string => (/^#[\dA-Z-]{14}$/.test(hash) ? hash.slice(1) : '')
