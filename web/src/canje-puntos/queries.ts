import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { pendientesQuery } from '../api/codigos.ts'
import { dataOf } from '../api/query-client.ts'
import { CUENTA_KEY, reloadCliente } from '../api/session.ts'

export const premiosQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'premios'],
  queryFn: ({ signal }) => dataOf(call('GET /api/productos-canje/', { signal })),
})

/** The ledger of points, newest first, a page at a time. */
const movimientosQuery = infiniteQueryOptions({
  queryKey: [...CUENTA_KEY, 'movimientos'],
  queryFn: ({ pageParam, signal }) =>
    dataOf(call('GET /api/puntos/movimientos', { query: { cursor: pageParam ?? undefined }, signal })),
  initialPageParam: null as number | null,
  getNextPageParam: ({ siguiente }) => siguiente,
})

export const useMovimientos = () => useInfiniteQuery(movimientosQuery)

/** After an exchange, or a failed one: reloads all that depends on the points. */
export const reloadCanje = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    reloadCliente(queries),
    queries.invalidateQueries(premiosQuery),
    queries.invalidateQueries(pendientesQuery),
    queries.invalidateQueries({ queryKey: movimientosQuery.queryKey }),
  ])
}
