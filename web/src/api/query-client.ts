import type { Rechazo } from '@imprimitodo/shared/rules/rechazo'
import { QueryClient } from '@tanstack/react-query'
import type { Answer } from './call.ts'
import { reasonOf } from './reason.ts'

/** Thrown by a query that the server refused: its message can be shown. */
export class RefusedError extends Error {
  status: number
  /** What happened; null: a proxy refused. */
  codigo: Rechazo | null
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
    this.status = status
    this.codigo = codigo
  }
}

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
        retry: (failures, error) => failures < 2 && !(error instanceof RefusedError && error.status < 500),
      },
    },
  })
