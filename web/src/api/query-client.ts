import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { type InferDataFromTag, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Answer } from './call.ts'
import { reasonOf } from './reason.ts'
import { isFinal } from './rechazo.ts'

/** Thrown by a query that the server refused: its message can be shown. */
export class RefusedError extends Error {
  /** The reason of the refusal; null: a proxy refused. */
  codigo: Rechazo | null
  isFinal: boolean
  constructor({
    status,
    codigo,
    errores,
  }: {
    status: number
    codigo: Rechazo | null
    errores: string | null
  }) {
    super(errores ?? 'No pudimos cargar estos datos. Intentalo nuevamente.')
    this.name = 'RefusedError'
    this.codigo = codigo
    this.isFinal = isFinal({ status, codigo })
  }
}

/** Whether the query failed because the shop said no. It did not where the connection or the server failed. */
export const isRefused = (error: Error | null): error is RefusedError =>
  error instanceof RefusedError && error.isFinal

export const isRefusedFor = (error: Error | null, codigo: Rechazo): boolean =>
  error instanceof RefusedError && error.codigo === codigo

/** For `queryFn`: the data, or RefusedError. `queryFn: () => dataOf(call('GET /api/precios'))` */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const answered = await answer
  if (!answered.ok) throw new RefusedError({ ...answered, errores: reasonOf(answered) })
  return answered.data
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal by the server is final; lost connections and server errors are tried twice more
        retry: (failures, error) => failures < 2 && !isRefused(error),
      },
      // Offline an action must fail now instead of being sent later
      mutations: { networkMode: 'always' },
    },
  })

/**
 * Shows what the server answered to a change. A read that is under way may show the state before it, or a later change:
 * it is dropped and asked anew.
 */
export function showAnswer<K extends QueryKey>(
  queries: QueryClient,
  queryKey: K,
  data: InferDataFromTag<unknown, K>,
): void {
  const isReading = queries.isFetching({ queryKey, exact: true }) > 0
  queries.setQueryData<unknown>(queryKey, data)
  if (isReading) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
}
