import type { MovimientoPuntos } from '@imprimitodo/shared/api/puntos'
import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { pendientesQuery } from '../api/codigos.ts'
import { dataOf } from '../api/query-client.ts'
import { CUENTA_KEY, reloadCliente } from '../api/session/session.ts'

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

/** The newest line of the ledger. */
export const ultimoOf = (
  data: { pages: { movimientos: MovimientoPuntos[] }[] } | undefined,
): MovimientoPuntos | undefined => data?.pages[0]?.movimientos[0]

/**
 * After an exchange, or a failed one: reloads all that depends on the points. @returns the newest line of the
 * ledger, if it is known
 */
export const reloadCanje = async (queries: QueryClient): Promise<MovimientoPuntos | undefined> => {
  await Promise.all([
    reloadCliente(queries),
    queries.invalidateQueries(premiosQuery),
    queries.invalidateQueries(pendientesQuery),
    queries.invalidateQueries({ queryKey: movimientosQuery.queryKey }),
  ])
  return ultimoOf(queries.getQueryData(movimientosQuery.queryKey))
}
