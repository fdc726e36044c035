import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { ask } from '../session/ask.ts'

const cajaKey = ['caja']
/** Colleagues charge at the same time. */
const EVERY_MS = 15_000

/** The shifts of a branch by name; '': the person's own, or the first. */
export const useTurnos = (sucursal: string) =>
  useQuery({
    queryKey: [...cajaKey, 'turnos', sucursal],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/turnos', { query: { sucursal }, signal })),
    refetchInterval: EVERY_MS,
    staleTime: 0, // charges on other screens change it
  })

export const useTurno = (id: number) =>
  useQuery({
    queryKey: [...cajaKey, 'turno', id],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/turnos/:id', { params: { id: String(id) }, signal })),
    refetchInterval: ({ state }) => (state.data?.cerrado ? false : EVERY_MS),
    staleTime: 0,
  })

/** Returns a function that reloads all of the till; it resolves once the shown data is loaded. */
export function useCajaAgain(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: cajaKey })
}
