import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { usePolling } from '../live/live.tsx'
import { pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { type Filtros, filtrosQuery } from './filtros.ts'

/** The orders in `estados` that match the filters, page by page. While other filters load, the old rows stay. */
export function usePedidos(estados: readonly Estado[], { sucursal, texto }: Filtros) {
  const polling = usePolling()
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...pedidosKey, estados.join(','), sucursal, texto],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        ask('GET /api/mostrador/pedidos', {
          query: filtrosQuery(estados, { sucursal, texto }, pageParam),
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
    placeholderData: keepPreviousData,
    refetchInterval: polling,
  })
  return { ...query, filas: data ? distinct(data.pages.flatMap(({ pedidos }) => pedidos)) : null }
}

/** Removes duplicates: an order that moved between two pages while they were loaded comes twice. */
function distinct<Fila extends { pedido_id: string }>(filas: Fila[]): Fila[] {
  return [...new Map(filas.map((fila) => [fila.pedido_id, fila])).values()]
}
