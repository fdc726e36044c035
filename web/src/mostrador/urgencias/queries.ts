import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { urgenciasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

/** An order becomes late, and an agent silent, without any event. */
const EVERY_MS = 20_000

/** The urgencias of one branch or ('') of all. Events reload them. */
export const useUrgencias = (sucursal: string) =>
  useQuery({
    queryKey: [...urgenciasKey, sucursal],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/urgencias', { query: { sucursal }, signal })),
    refetchInterval: EVERY_MS,
  })
