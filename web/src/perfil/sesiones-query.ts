import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dataOf } from '../api/query-client.ts'
import { CUENTA_KEY } from '../api/session.ts'

/** The account's open sessions, the one used last first. */
export const sesionesQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'sesiones'],
  queryFn: ({ signal }) => dataOf(call('GET /api/clientes/sesiones', { signal })),
})
