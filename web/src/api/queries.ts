import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { dataOf } from './query-client.ts'

/** Queries of several screens; one cache entry each. */
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

/** Queries of orders begin with this key, and are removed when the customer logs out. */
export const PEDIDO_KEY = ['pedido'] as const

/** Whether its price or its pages are still being examined. It can be paid after that. */
export const isExamining = (pedido: Pick<PedidoAnswer, 'color_pendiente' | 'prueba_pendiente'>): boolean =>
  pedido.color_pendiente || pedido.prueba_pendiente

export const pedidoQuery = (pedido_id: string) =>
  queryOptions({
    queryKey: [...PEDIDO_KEY, pedido_id],
    queryFn: ({ signal }) => dataOf(call('GET /api/pedidos/:pedido_id', { params: { pedido_id }, signal })),
  })
