import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { dataOf } from './query-client.ts'

/** What several screens read; one cache entry each. */
export const configQuery = queryOptions({
  queryKey: ['config-delivery'],
  queryFn: ({ signal }) => dataOf(call('GET /api/get_config_delivery/', { signal })),
})

export const preciosQuery = queryOptions({
  queryKey: ['precios'],
  queryFn: ({ signal }) => dataOf(call('GET /api/precios', { signal })),
})

export const sucursalesQuery = queryOptions({
  queryKey: ['sucursales'],
  queryFn: ({ signal }) => dataOf(call('GET /api/sucursales', { signal })),
  staleTime: 10 * 60_000,
})

export const pedidoQuery = (pedido_id: string) =>
  queryOptions({
    queryKey: ['pedido', pedido_id],
    queryFn: ({ signal }) => dataOf(call('GET /api/pedidos/:pedido_id', { params: { pedido_id }, signal })),
  })
