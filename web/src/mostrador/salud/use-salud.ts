import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { ask } from '../session/ask.ts'

const EVERY_MS = 60_000

/** The server's health report, polled every minute. */
export const useSalud = () =>
  useQuery({
    queryKey: ['salud'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/salud', { signal })),
    refetchInterval: EVERY_MS,
  })
