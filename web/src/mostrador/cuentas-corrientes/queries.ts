import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { cuentasCorrientesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

export const useCuentas = (texto: string) =>
  useQuery({
    queryKey: [...cuentasCorrientesKey, 'lista', texto],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/cuentas-corrientes', { query: { texto }, signal })),
    staleTime: 0, // colleagues charge at the same time
  })

/** An account with one month of its movements. */
export const useCuenta = (id: string, mes: string) =>
  useQuery({
    queryKey: [...cuentasCorrientesKey, 'una', id, mes],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/cuentas-corrientes/:id', { params: { id }, query: { mes }, signal })),
    staleTime: 0,
  })

/** Returns a function that reloads all accounts, and waits for them. */
export function useCuentasAgain(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: cuentasCorrientesKey })
}
