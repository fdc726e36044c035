import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dataOf } from '../api/query-client.ts'
import { CUENTA_KEY } from '../api/session/session.ts'

/** The customer's own orders, newest first, a page at a time. */
export const pedidosQuery = infiniteQueryOptions({
  queryKey: [...CUENTA_KEY, 'pedidos'],
  queryFn: ({ pageParam, signal }) =>
    dataOf(call('GET /api/clientes/pedidos', { query: { cursor: pageParam ?? undefined }, signal })),
  initialPageParam: null as number | null,
  getNextPageParam: ({ siguiente }) => siguiente,
})

/** The account's open sessions, the one used last first. */
export const sesionesQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'sesiones'],
  queryFn: ({ signal }) => dataOf(call('GET /api/clientes/sesiones', { signal })),
})
