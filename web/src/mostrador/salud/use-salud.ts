import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { ask } from '../session/ask.ts'

const EVERY_MS = 60_000

/** How the shop's machine is doing, asked again every minute. */
export const useSalud = () =>
  useQuery({
    queryKey: ['salud'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/salud', { signal })),
    refetchInterval: EVERY_MS,
  })
