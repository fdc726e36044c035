import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { ask } from '../session/ask.ts'

const cajaKey = ['caja']
/** Others charge meanwhile. */
const EVERY_MS = 15_000

/** Of a branch by name; '': the person's own, or the first. */
export const useTurnos = (sucursal: string) =>
  useQuery({
    queryKey: [...cajaKey, 'turnos', sucursal],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/turnos', { query: sucursal ? { sucursal } : {}, signal })),
    refetchInterval: EVERY_MS,
    staleTime: 0, // money came in on other screens meanwhile
  })

export const useTurno = (id: number) =>
  useQuery({
    queryKey: [...cajaKey, 'turno', id],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/turnos/:id', { params: { id: String(id) }, signal })),
    refetchInterval: ({ state }) => (state.data?.cerrado ? false : EVERY_MS),
    staleTime: 0,
  })

/** Calling what it returns reads all of the till again; done once what is shown has come. */
export function useCajaAgain(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: cajaKey })
}
