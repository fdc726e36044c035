import { QueryClient } from '@tanstack/react-query'
import type { Answer } from './call.ts'
import { reasonOf } from './reason.ts'

/** What a query throws when the server refused: its message is fit to be shown. */
export class RefusedError extends Error {
  status: number
  constructor(status: number, errores: string | null) {
    super(errores ?? 'No pudimos cargar estos datos. Intentalo nuevamente.')
    this.name = 'RefusedError'
    this.status = status
  }
}

/** For `queryFn`: the data, or RefusedError. `queryFn: () => dataOf(call('GET /api/precios'))` */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { ok, status, data, errores } = await answer
  if (!ok) throw new RefusedError(status, reasonOf({ data, errores }))
  return data
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused stays refused; lost signals and its own failures are worth two more tries
        retry: (failures, error) => failures < 2 && !(error instanceof RefusedError && error.status < 500),
      },
    },
  })
