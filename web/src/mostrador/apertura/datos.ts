import type { PasoInstalacion } from '@imprimitodo/shared/api/instalacion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'
import { duenoKey } from '../dueno/datos.ts'
import { ask } from '../session/ask.ts'
import { useSession } from '../session/session.ts'

/** What the owner's shop is opened with; asks nothing where another person, or nobody, is signed in. */
export function useApertura() {
  const session = useSession()
  return useQuery({
    queryKey: [...duenoKey, 'instalacion'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/instalacion', { signal })),
    enabled: session?.rol === 'dueno' && !session.enrolar,
    refetchOnWindowFocus: false,
  })
}

/** For who is not signed in: whether somebody can be at all; undefined until it is known. Not of the cache, which signing in empties. */
export function useInstalada(): boolean | undefined {
  const [instalada, setInstalada] = useState<boolean>()
  useEffect(() => {
    const asked = new AbortController()
    call('GET /api/mostrador/instalacion', { signal: asked.signal, token: '' }).then(
      (answer) => answer.ok && setInstalada(answer.data.instalada),
      () => {}, // without network the page itself says so once something is sent
    )
    return () => asked.abort()
  }, [])
  return instalada
}

/** The pages on which the steps are filled, each once, with its steps. */
export function aperturaPaginasOf(
  pasos: readonly PasoInstalacion[],
): [PasoInstalacion['enlace'], PasoInstalacion[]][] {
  return [...Map.groupBy(pasos, ({ enlace }) => enlace)]
}

/** The installation's code where the link of the server's log brought it; '' else. */
export const codigoDelEnlace = (hash: string): string => (/^#[\dA-Z-]{14}$/.test(hash) ? hash.slice(1) : '')
