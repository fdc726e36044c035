import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { usePolling } from '../live/live.tsx'
import { pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import type { Filtros } from './filtros.ts'

/** All open orders that match, with the number of each state. While other filters load, the old ones stay. */
export function useTablero({ sucursal, texto }: Filtros) {
  const polling = usePolling()
  const text = texto.trim()
  return useQuery({
    queryKey: [...pedidosKey, 'tablero', sucursal, text],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/tablero', { query: { sucursal, texto: text }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: polling,
  })
}
