import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dataOf } from '../api/query-client.ts'

export const productoQuery = (pk: string, esOferta: boolean) =>
  queryOptions({
    queryKey: ['productos', pk, esOferta],
    queryFn: ({ signal }) =>
      dataOf(
        call('GET /api/v1/productos/:pk/', {
          params: { pk },
          query: { es_oferta: esOferta ? '1' : undefined },
          signal,
        }),
      ),
    staleTime: 60_000,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
